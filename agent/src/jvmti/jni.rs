//! The function table of JNI, behind small methods.
//!
//! Invariant: a value of [`Jni`] is made only from a pointer that the JVM has passed to the running callback or native
//! method.

use jvmti_bindings::sys::jni::{
    JNIEnv, JNINativeInterface_, JavaVM, jclass, jfieldID, jint, jlong, jlongArray, jmethodID, jobject, jstring, jvalue,
};
use std::ffi::CStr;
use std::ptr::null_mut;
use std::sync::OnceLock;

/// JNI, in one thread.
#[derive(Clone, Copy)]
pub struct Jni(*mut JNIEnv);

macro_rules! jni {
    ($self:ident . $function:ident ( $($argument:expr),* )) => {
        // SAFETY: the table is that of the running thread (invariant of the module) or what it was; callers pass live references.
        unsafe { ((*$self.functions()).$function)($self.0 $(, $argument)*) }
    };
}

impl Jni {
    /// # Safety
    /// The pointer was passed to the running callback or native method.
    pub unsafe fn new(env: *mut JNIEnv) -> Self {
        Jni(env)
    }

    /// The functions as they were before [`super::env::Jvmti::replace_jni`].
    fn functions(self) -> *const JNINativeInterface_ {
        // SAFETY: the pointer was passed to the running callback or native method.
        FUNCTIONS.get().map_or_else(|| unsafe { *self.0 }, |table| table.0)
    }

    /// For those who use JNI in another way.
    pub fn as_raw(self) -> *mut JNIEnv {
        self.0
    }

    /// The text of a Java string; what is no Unicode is replaced.
    pub fn text(self, string: jstring) -> String {
        if string.is_null() {
            return String::new();
        }
        let length = jni!(self.GetStringLength(string));
        let mut units = vec![0u16; usize::try_from(length).unwrap_or(0)];
        jni!(self.GetStringRegion(string, 0, length, units.as_mut_ptr()));
        String::from_utf16_lossy(&units)
    }

    /// A Java string.
    pub fn string(self, text: &str) -> jstring {
        let units: Vec<u16> = text.encode_utf16().collect();
        jni!(self.NewString(units.as_ptr(), jint::try_from(units.len()).unwrap_or(0)))
    }

    /// An array of bytes; null, with an exception pending, if there is no memory.
    pub fn bytes(self, bytes: &[u8]) -> jobject {
        let length = jint::try_from(bytes.len()).unwrap_or(0);
        let array = jni!(self.NewByteArray(length));
        if !array.is_null() {
            jni!(self.SetByteArrayRegion(array, 0, length, bytes.as_ptr().cast()));
        }
        array
    }

    /// The elements of an array of bytes.
    pub fn read_bytes(self, array: jobject) -> Vec<u8> {
        let length = jni!(self.GetArrayLength(array));
        let mut bytes = vec![0u8; usize::try_from(length).unwrap_or(0)];
        jni!(self.GetByteArrayRegion(array, 0, length, bytes.as_mut_ptr().cast()));
        bytes
    }

    /// The elements of an array of strings.
    pub fn texts(self, array: jobject) -> Vec<String> {
        if array.is_null() {
            return Vec::new();
        }
        let length = jni!(self.GetArrayLength(array));
        (0..length)
            .map(|i| {
                let element = jni!(self.GetObjectArrayElement(array, i));
                let text = self.text(element);
                jni!(self.DeleteLocalRef(element));
                text
            })
            .collect()
    }

    /// The elements of an array of longs.
    pub fn longs(self, array: jlongArray) -> Vec<jlong> {
        let length = jni!(self.GetArrayLength(array));
        let mut elements = vec![0; usize::try_from(length).unwrap_or(0)];
        jni!(self.GetLongArrayRegion(array, 0, length, elements.as_mut_ptr()));
        elements
    }

    /// An array of longs; null, with an exception pending, if there is no memory.
    pub fn array_of_longs(self, elements: &[jlong]) -> jlongArray {
        let length = jint::try_from(elements.len()).unwrap_or(0);
        let array = jni!(self.NewLongArray(length));
        if !array.is_null() {
            jni!(self.SetLongArrayRegion(array, 0, length, elements.as_ptr()));
        }
        array
    }

    /// A static method. What the class throws when it is initialised or cannot be linked stays pending.
    pub fn static_method_or_throw(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jmethodID> {
        let method = jni!(self.GetStaticMethodID(class, name.as_ptr(), descriptor.as_ptr()));
        (!method.is_null()).then_some(method)
    }

    /// An instance method. What is thrown stays pending.
    pub fn method_or_throw(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jmethodID> {
        let method = jni!(self.GetMethodID(class, name.as_ptr(), descriptor.as_ptr()));
        (!method.is_null()).then_some(method)
    }

    /// Calls a static method that returns nothing. An exception stays pending.
    pub fn call_static(self, class: jclass, method: jmethodID, arguments: &[jvalue]) {
        jni!(self.CallStaticVoidMethodA(class, method, arguments.as_ptr()));
    }

    /// Calls a static method that returns a number. An exception stays pending.
    pub fn call_static_long(self, class: jclass, method: jmethodID, arguments: &[jvalue]) -> jlong {
        jni!(self.CallStaticLongMethodA(class, method, arguments.as_ptr()))
    }

    /// Calls an instance method that returns nothing. An exception stays pending.
    pub fn call(self, object: jobject, method: jmethodID, arguments: &[jvalue]) {
        jni!(self.CallVoidMethodA(object, method, arguments.as_ptr()));
    }

    /// If an exception is pending, prints and drops it.
    pub fn drop_exception(self) -> bool {
        let pending = jni!(self.ExceptionCheck()) != 0;
        if pending {
            jni!(self.ExceptionDescribe());
            jni!(self.ExceptionClear());
        }
        pending
    }

    /// If an exception is pending, drops it without a word.
    pub fn clear_exception(self) {
        jni!(self.ExceptionClear());
    }

    /// Whether an exception is pending.
    pub fn is_thrown(self) -> bool {
        jni!(self.ExceptionCheck()) != 0
    }

    /// The pending exception, which is not pending any more, or null.
    pub fn take_thrown(self) -> jobject {
        let pending = jni!(self.ExceptionOccurred());
        if !pending.is_null() {
            jni!(self.ExceptionClear());
        }
        pending
    }

    /// Makes an exception pending.
    pub fn throw(self, exception: jobject) {
        jni!(self.Throw(exception));
    }

    /// The class of an object.
    pub fn class_of(self, object: jobject) -> jclass {
        if object.is_null() { null_mut() } else { jni!(self.GetObjectClass(object)) }
    }

    /// The object of `java.lang.reflect` for a field of a class; null if there is no class.
    pub fn reflected_field(self, class: jclass, field: jfieldID, is_static: bool) -> jobject {
        if class.is_null() { null_mut() } else { jni!(self.ToReflectedField(class, field, u8::from(is_static))) }
    }

    /// A reference that does not keep an object.
    pub fn weak(self, object: jobject) -> jobject {
        jni!(self.NewWeakGlobalRef(object))
    }

    /// Ends the life of such a reference.
    pub fn forget_weak(self, object: jobject) {
        jni!(self.DeleteWeakGlobalRef(object));
    }

    /// Calls a static method that returns a boolean. An exception stays pending.
    pub fn call_static_boolean(self, class: jclass, method: jmethodID, arguments: &[jvalue]) -> bool {
        jni!(self.CallStaticBooleanMethodA(class, method, arguments.as_ptr())) != 0
    }

    /// A reference that lives until the process ends.
    pub fn global(self, object: jobject) -> jobject {
        jni!(self.NewGlobalRef(object))
    }

    /// Ends the life of such a reference.
    pub fn forget_global(self, object: jobject) {
        jni!(self.DeleteGlobalRef(object));
    }

    /// Another reference, local, to the same object.
    pub fn local(self, object: jobject) -> jobject {
        jni!(self.NewLocalRef(object))
    }

    /// An instance field. What is thrown stays pending.
    pub fn field_or_throw(self, class: jclass, name: &CStr, descriptor: &CStr) -> Option<jfieldID> {
        let field = jni!(self.GetFieldID(class, name.as_ptr(), descriptor.as_ptr()));
        (!field.is_null()).then_some(field)
    }

    /// What a field refers to; a local reference.
    pub fn object_in(self, object: jobject, field: jfieldID) -> jobject {
        jni!(self.GetObjectField(object, field))
    }

    /// The number in a field.
    pub fn long_in(self, object: jobject, field: jfieldID) -> jlong {
        jni!(self.GetLongField(object, field))
    }

    /// Puts a number into a field.
    pub fn put_long(self, object: jobject, field: jfieldID, value: jlong) {
        jni!(self.SetLongField(object, field, value));
    }

    /// Puts a number into a field.
    pub fn put_int(self, object: jobject, field: jfieldID, value: jint) {
        jni!(self.SetIntField(object, field, value));
    }

    /// Calls a static method that returns an object; a local reference. An exception stays pending.
    pub fn call_static_object(self, class: jclass, method: jmethodID, arguments: &[jvalue]) -> jobject {
        jni!(self.CallStaticObjectMethodA(class, method, arguments.as_ptr()))
    }

    /// Does something while a collector that moves objects to and fro waits, for as long as this thread uses the elements of this array. False if the
    /// JVM does not give them out. Nothing of JNI may be used meanwhile.
    pub fn while_nothing_moves(self, array: jobject, act: impl FnOnce()) -> bool {
        let elements = jni!(self.GetPrimitiveArrayCritical(array, null_mut()));
        if elements.is_null() {
            return false;
        }
        act();
        jni!(self.ReleasePrimitiveArrayCritical(array, elements, 0));
        true
    }

    /// Ends the life of a local reference.
    pub fn forget(self, object: jobject) {
        jni!(self.DeleteLocalRef(object));
    }

    /// Whether two references are to the same object.
    pub fn is_same(self, a: jobject, b: jobject) -> bool {
        jni!(self.IsSameObject(a, b)) != 0
    }

    /// Whether an object is of this class.
    pub fn is_instance(self, object: jobject, class: jclass) -> bool {
        jni!(self.IsInstanceOf(object, class)) != 0
    }

    /// The module of a class.
    pub fn module(self, class: jclass) -> jobject {
        jni!(self.GetModule(class))
    }

    /// The JVM.
    pub fn java_vm(self) -> Option<*mut JavaVM> {
        let mut vm: *mut JavaVM = null_mut();
        (jni!(self.GetJavaVM(&raw mut vm)) == 0).then_some(vm)
    }
}

/// The functions of JNI before some of them were replaced.
struct Functions(*const JNINativeInterface_);

// SAFETY: the table is never changed, nor freed.
unsafe impl Send for Functions {}
// SAFETY: as above.
unsafe impl Sync for Functions {}

static FUNCTIONS: OnceLock<Functions> = OnceLock::new();

/// From now on, [`Jni`] uses these functions, whatever is put into the table of the JVM.
pub(super) fn keep_functions(table: *const JNINativeInterface_) {
    FUNCTIONS.get_or_init(|| Functions(table));
}
