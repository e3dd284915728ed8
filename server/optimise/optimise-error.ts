/** Reason why a model cannot be optimised, as a message for the user. A retry would fail the same way. */
export class OptimiseError extends Error {
  override name = 'OptimiseError'
}
