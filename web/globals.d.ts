/** The stamp of this build of the board. The server sends that of its own board in `X-Tidegate-Build`. */
declare const __BUILD__: string;
