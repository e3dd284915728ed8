import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { PresenceMarks } from '../presence/PresenceMarks.tsx'
import { TurntablePictures } from './TurntablePictures.tsx'

/** Turntable pictures and presence badges of asset rows, loaded after everything else. */
export function RowExtras({ api }: { api: Pick<Client<typeof contract>, 'assets' | 'presence'> }) {
  return (
    <>
      <TurntablePictures loadTurntable={(id, signal) => api.assets.turntable({ id }, { signal })} />
      <PresenceMarks
        loadPresence={async (assetId, signal) =>
          (await api.presence.list({ query: { assetId: [...assetId] } }, { signal })).data
        }
      />
    </>
  )
}
