import { useSyncExternalStore } from 'react'
import { useAtelier } from '../context.ts'
import { lazyComponent } from '../kit/loading/lazy-module.ts'

const ReauthenticationDialog = lazyComponent(
  async () => (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog,
)

const subscribeToNothing = () => () => {}
const noActor = () => undefined

/** Dialog that reauthenticates the user. Mounted when an API call first requires reauthentication. */
export function LazyReauthenticationDialog() {
  const { reauthentication } = useAtelier()
  const actor = useSyncExternalStore(
    reauthentication?.subscribe ?? subscribeToNothing,
    reauthentication?.getActor ?? noActor,
  )
  return actor ? <ReauthenticationDialog actor={actor} /> : null
}
