import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import { PresenceMarks } from './PresenceMarks.tsx'
import { TurnedPictures } from './TurnedPictures.tsx'

/** What is added to the rows of assets once all else is there: their pictures turn, and who is at them is shown. */
export function RowExtras({ api }: { api: Pick<Client<typeof contract>, 'assets' | 'presence'> }) {
  return (
    <>
      <TurnedPictures ask={(id, signal) => api.assets.turntable({ id }, { signal })} />
      <PresenceMarks
        ask={async (assetId, signal) =>
          (await api.presence.list({ query: { assetId: [...assetId] } }, { signal })).data
        }
      />
    </>
  )
}
