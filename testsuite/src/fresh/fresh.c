/* The native library of FreshLibrary.java: a number that is the library's own. */
#include <jni.h>

static jint count;

JNIEXPORT jint JNICALL Java_FreshLibrary_next(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return ++count;
}
