/* The native library of programs in this directory. */
#include <jni.h>
#include <stdio.h>

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
