/* Loaded before a program (LD_PRELOAD), it sets the program's wall clock off by SKEW_SECONDS. Other clocks stay as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* What waits until a time of the wall clock names one far later than any other clock shows. */
#define WALL_BEGINS 1000000000

static long skew(void)
{
    static long seconds;
    static int known;
    if (!known) {
        const char *text = getenv("SKEW_SECONDS");
        seconds = text ? atol(text) : 0;
        known = 1;
    }
    return seconds;
}

static int is_wall(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
    static __typeof__(&clock_gettime) real;
    if (!real)
        real = REAL(clock_gettime);
    int result = real(clock, at);
    if (result == 0 && is_wall(clock))
        at->tv_sec += skew();
    return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    static __typeof__(&gettimeofday) real;
    if (!real)
        real = REAL(gettimeofday);
    int result = real(at, zone);
    if (result == 0)
        at->tv_sec += skew();
    return result;
}

time_t time(time_t *at)
{
    static __typeof__(&time) real;
    if (!real)
        real = REAL(time);
    time_t now = real(NULL) + skew();
    if (at)
        *at = now;
    return now;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    static __typeof__(&pthread_cond_timedwait) real;
    /* The oldest of several versions would be found by its name alone, and it has another condition. */
    if (!real)
        real = (__typeof__(real))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!real)
        real = REAL(pthread_cond_timedwait);
    struct timespec meant = *until;
    if (meant.tv_sec > WALL_BEGINS)
        meant.tv_sec -= skew();
    return real(condition, mutex, &meant);
}
