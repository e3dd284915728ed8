import { useSyncExternalStore } from 'react'
import { useAtelier } from '../context.ts'
import { lazyComponent } from '../kit/loading/lazy-module.ts'

const ProofDialog = lazyComponent(async () => (await import('./ProofDialog.tsx')).ProofDialog)

const subscribeToNothing = () => () => {}
const noActor = () => undefined

/** Dialog that asks the user for a proof of identity. Mounted when an API call first needs a proof. */
export function LazyProofDialog() {
  const { proof } = useAtelier()
  const actor = useSyncExternalStore(proof?.subscribe ?? subscribeToNothing, proof?.getActor ?? noActor)
  return actor ? <ProofDialog actor={actor} /> : null
}
