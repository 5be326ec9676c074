/* The native library of programs in this directory. */
#include <jni.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FreshLibrary: a number that is the library's own. */
static jint count;

JNIEXPORT jint JNICALL Java_FreshLibrary_next(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return ++count;
}

/* FileLeft: a file is made and removed. */
JNIEXPORT void JNICALL Java_FileLeft_make(JNIEnv *env, jclass type, jstring file)
{
    const char *name = (*env)->GetStringUTFChars(env, file, NULL);
    FILE *made = fopen(name, "w");
    (void)type;
    if (made != NULL) {
        fclose(made);
    }
    (*env)->ReleaseStringUTFChars(env, file, name);
}

JNIEXPORT void JNICALL Java_FileLeft_remove(JNIEnv *env, jclass type, jstring file)
{
    const char *name = (*env)->GetStringUTFChars(env, file, NULL);
    (void)type;
    remove(name);
    (*env)->ReleaseStringUTFChars(env, file, name);
}

/* NativeShared: a number that two methods change. */
static jint number = 1;

JNIEXPORT void JNICALL Java_NativeShared_add(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    number += 1;
}

JNIEXPORT void JNICALL Java_NativeShared_twice(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    number *= 2;
}

JNIEXPORT jint JNICALL Java_NativeShared_value(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return number;
}

/* NativeFields: what fields hold is copied. */
JNIEXPORT void JNICALL Java_NativeFields_copy(JNIEnv *env, jclass type, jobject from, jobject to)
{
    jfieldID field = (*env)->GetFieldID(env, type, "number", "I");
    jfieldID text = (*env)->GetFieldID(env, type, "text", "Ljava/lang/String;");
    jfieldID flag = (*env)->GetFieldID(env, type, "flag", "Z");
    jfieldID real = (*env)->GetFieldID(env, type, "real", "D");
    (*env)->SetIntField(env, to, field, (*env)->GetIntField(env, from, field));
    (*env)->SetObjectField(env, to, text, (*env)->GetObjectField(env, from, text));
    (*env)->SetBooleanField(env, to, flag, (*env)->GetBooleanField(env, from, flag));
    (*env)->SetDoubleField(env, to, real, (*env)->GetDoubleField(env, from, real));
    (*env)->SetStaticShortField(env, type, (*env)->GetStaticFieldID(env, type, "smallCopy", "S"),
        (*env)->GetStaticShortField(env, type, (*env)->GetStaticFieldID(env, type, "small", "S")));
}

/* NativeArrays: 1 is added to each element. */
JNIEXPORT void JNICALL Java_NativeArrays_addOne(JNIEnv *env, jclass type, jintArray array, jint how)
{
    jint length = (*env)->GetArrayLength(env, array);
    jint region[2];
    jint *elements = region;
    jint i;
    (void)type;
    switch (how) {
    case 0: elements = (*env)->GetIntArrayElements(env, array, NULL); break;
    case 1: (*env)->GetIntArrayRegion(env, array, 0, length, region); break;
    default: elements = (*env)->GetPrimitiveArrayCritical(env, array, NULL); break;
    }
    for (i = 0; i < length; i++) {
        elements[i]++;
    }
    switch (how) {
    case 0: (*env)->ReleaseIntArrayElements(env, array, elements, 0); break;
    case 1: (*env)->SetIntArrayRegion(env, array, 0, length, region); break;
    default: (*env)->ReleasePrimitiveArrayCritical(env, array, elements, 0); break;
    }
}

/* NativeMonitor: a field is incremented in a monitor. */
JNIEXPORT void JNICALL Java_NativeMonitor_addIn(JNIEnv *env, jclass type, jobject monitor)
{
    jfieldID field = (*env)->GetFieldID(env, type, "count", "I");
    (*env)->MonitorEnter(env, monitor);
    (*env)->SetIntField(env, monitor, field, (*env)->GetIntField(env, monitor, field) + 1);
    (*env)->MonitorExit(env, monitor);
}

JNIEXPORT jdouble JNICALL Java_NativeMonitor_addToShared(JNIEnv *env, jclass type, jint a, jlong b, jdouble c, jint d, jint e, jint f, jstring g,
    jfloat h)
{
    jfieldID field = (*env)->GetStaticFieldID(env, type, "shared", "I");
    (*env)->SetStaticIntField(env, type, field, (*env)->GetStaticIntField(env, type, field) + 1);
    (void)g;
    return a + (jdouble)b + c + d + e + f + h;
}

/* NativeCallback: methods are called. */
JNIEXPORT void JNICALL Java_NativeCallback_call(JNIEnv *env, jclass type, jobject first, jobject out)
{
    jclass runnable = (*env)->FindClass(env, "java/lang/Runnable");
    jclass stream = (*env)->GetObjectClass(env, out);
    (void)type;
    (*env)->CallVoidMethod(env, first, (*env)->GetMethodID(env, runnable, "run", "()V"));
    (*env)->CallVoidMethod(env, out, (*env)->GetMethodID(env, stream, "write", "(I)V"), (jint)'b');
}

/* NativeThread: a thread that Java has not made. */
static pthread_t thread;
static JavaVM *machine;
static jclass target;

static void *run(void *unused)
{
    JNIEnv *env;
    (*machine)->AttachCurrentThread(machine, (void **)&env, NULL);
    (*env)->SetStaticIntField(env, target, (*env)->GetStaticFieldID(env, target, "x", "I"), 1);
    (*machine)->DetachCurrentThread(machine);
    return unused;
}

JNIEXPORT void JNICALL Java_NativeThread_begin(JNIEnv *env, jclass type)
{
    (*env)->GetJavaVM(env, &machine);
    target = (*env)->NewGlobalRef(env, type);
    pthread_create(&thread, NULL, run, NULL);
}

JNIEXPORT void JNICALL Java_NativeThread_join(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    pthread_join(thread, NULL);
}

/* NativeBuffer: one byte is written, the next one is read. */
JNIEXPORT jint JNICALL Java_NativeBuffer_exchange(JNIEnv *env, jclass type, jobject buffer)
{
    jbyte *bytes = (*env)->GetDirectBufferAddress(env, buffer);
    (void)type;
    bytes[0] = 5;
    return bytes[1];
}

/* NativeMemory: memory that is not in the heap. */
static jint memory;

JNIEXPORT jlong JNICALL Java_NativeMemory_address(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return (jlong)(size_t)&memory;
}

/* NativeAddress, NativeAddressMap, NativeAddressReused: numbers in memory that native code has allocated. */
JNIEXPORT jlong JNICALL Java_NativeAddress_allocate(JNIEnv *env, jclass type, jint count)
{
    (void)env;
    (void)type;
    return (jlong)(size_t)calloc((size_t)count, sizeof(jint));
}

JNIEXPORT jlong JNICALL Java_NativeAddress_copy(JNIEnv *env, jclass type, jstring text)
{
    const char *bytes = (*env)->GetStringUTFChars(env, text, NULL);
    char *copy = realloc(strdup(bytes), 64);
    (void)type;
    (*env)->ReleaseStringUTFChars(env, text, bytes);
    return (jlong)(size_t)copy;
}

JNIEXPORT jlong JNICALL Java_NativeAddress_ofVariable(JNIEnv *env, jclass type)
{
    static jint variable = 3;
    (void)env;
    (void)type;
    return (jlong)(size_t)&variable;
}

JNIEXPORT jint JNICALL Java_NativeAddress_get(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    return *(jint *)(size_t)address;
}

JNIEXPORT void JNICALL Java_NativeAddress_put(JNIEnv *env, jclass type, jlong address, jint value)
{
    (void)env;
    (void)type;
    *(jint *)(size_t)address = value;
}

JNIEXPORT void JNICALL Java_NativeAddress_free(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    free((void *)(size_t)address);
}
