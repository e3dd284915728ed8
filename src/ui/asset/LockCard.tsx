import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { useSelector } from '@xstate/react'
import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import { useMe } from '../use-me.ts'
import styles from './Details.module.css'
import type { AssetActor } from './use-asset.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link LockCard}. */
export interface LockCardProps {
  actor: AssetActor
  asset: Asset
  history: readonly ChangelogEntry[] | undefined
}

/** Open or locked, in the same place, so that people learn where to look; who locked it, when and why. */
export function LockCard({ actor, asset, history }: LockCardProps) {
  const { translate } = useAtelier()
  const { mayLock } = useRights(asset)
  const isSettled = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'settled' }))
  const isChanging = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'relocking' }))
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

/** Who locked it and when, as its history tells; nothing where that is too long ago to be at hand. */
function LockedBy({ asset, history }: Pick<LockCardProps, 'asset' | 'history'>) {
  const { translate } = useAtelier()
  const me = useMe()
  const entry = history?.find(({ action }) => action === 'locked')
  if (!entry || entry.actor.id !== asset.lockedBy) return null
  const { id, name, email } = entry.actor
  const person = name ?? email
  const who = id === me ? 'asset.lock.byYou' : person ? 'asset.lock.by' : 'asset.lock.byTeam'
  return (
    <p className={styles.by}>
      {translate(who, { who: person ?? '' })} · <TimeAgo at={entry.at} />
    </p>
  )
}
