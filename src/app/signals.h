// Signals: the first SIGINT, SIGTERM or SIGHUP asks the run to stop, the second stops at once.
#ifndef CAT_APP_SIGNALS_H
#define CAT_APP_SIGNALS_H

void signals_install(void);
int signals_caught(void);  // number of the signal that asked to stop, or 0

#endif
