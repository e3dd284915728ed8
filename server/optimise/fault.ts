/** Why a model cannot be made smaller: one sentence for whoever asked for it. Trying again would end the same. */
export class OptimiseFault extends Error {
  override name = 'OptimiseFault'
}
