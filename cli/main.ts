export const run = async (args: readonly string[]): Promise<void> => { console.log(args, process.version); };
