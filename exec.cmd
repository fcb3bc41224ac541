@rem What `exec` is in a Unix shell: without it a signal to npm ends the shell between and not the app.
@%*
