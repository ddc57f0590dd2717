export declare function interruption(): AbortSignal;
