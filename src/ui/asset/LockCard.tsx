import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { useSelector } from '@xstate/react'
import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { assetMessages } from '../messages/asset.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

export interface LockCardProps {
  actor: AssetActor
  asset: Asset
  history: readonly ChangelogEntry[] | undefined
}

/** Card with the asset's lock state, and the user, time and reason of a lock. */
export function LockCard({ actor, asset, history }: LockCardProps) {
  const translate = useTranslate(assetMessages)
  const { mayLock } = useAssetPermissions(asset)
  const isSettled = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'settled' }))
  const isChanging = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'togglingLock' }))
  const kind = asset.locked ? 'locked' : 'unlocked'
  return (
    <div className={styles.lock} data-locked={asset.locked || undefined}>
      <span className={styles.disc}>
        <Icon>{asset.locked ? <LockSimpleIcon weight="fill" /> : <LockSimpleOpenIcon />}</Icon>
      </span>
      <span role="status">
        <b>{translate(`asset.lock.${kind}`)}</b>
        <p>{translate(kind === 'unlocked' && !mayLock ? 'asset.lock.viewOnly' : `asset.lock.${kind}.why`)}</p>
        {asset.lockReason && <q className={styles.why}>{asset.lockReason}</q>}
        {asset.locked && <LockedBy asset={asset} history={history} />}
      </span>
      {mayLock && (
        <Button
          size="sm"
          waiting={!isSettled && !isChanging}
          busy={isChanging && translate('action.working')}
          onClick={() => actor.send({ type: 'lock.toggled' })}
        >
          {translate(asset.locked ? 'asset.unlock' : 'asset.lock')}
        </Button>
      )}
    </div>
  )
}

/** User and time of the lock, from the history. Renders nothing if the lock's history entry is not among the loaded ones. */
function LockedBy({ asset, history }: Pick<LockCardProps, 'asset' | 'history'>) {
  const translate = useTranslate(assetMessages)
  const currentUserId = useCurrentUserId()
  const entry = history?.find(({ action }) => action === 'locked')
  if (!entry || entry.actor.id !== asset.lockedBy) return null
  const { id, name, email } = entry.actor
  const userName = name ?? email
  const messageKey = id === currentUserId ? 'asset.lock.byYou' : userName ? 'asset.lock.by' : 'asset.lock.byTeam'
  return (
    <p className={styles.by}>
      {translate(messageKey, { who: userName ?? '' })} · <TimeAgo at={entry.at} />
    </p>
  )
}
