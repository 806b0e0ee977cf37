/** What the board was built from; the server names its own in `X-Tidegate-Build`. */
declare const __BUILD__: string;
