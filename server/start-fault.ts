/** Why the server cannot start: one sentence for the person who started it. */
export class StartFault extends Error {
  override name = 'StartFault'
}

/** Ends the process with the sentence of a fault; the stack of anything unforeseen is shown, for it is ours to mend. */
export function endWith(fault: unknown): never {
  process.stderr.write(`${fault instanceof StartFault ? fault.message : ((fault as Error)?.stack ?? fault)}\n`)
  process.exit(1)
}
