// The viewer from the command line: its address told, a browser opened, an end waited for.
#ifndef CAT_APP_BROWSER_H
#define CAT_APP_BROWSER_H

#include "args.h"
#include "web/web.h"

// Starts to serve; the address is the only line of standard output. NULL: *code is the exit code.
Web *browser_serve(const Args *args, const WebOptions *options, int *code);
void browser_wait(void);           // until a signal asks to stop
void browser_wait_gone(Web *web);  // or until the last browser has left; some seconds for the first

#endif
