import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Asset, MAX_LOCK_REASON } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { plain } from '../../api/contract/text.ts'
import { useAtelier } from '../context.ts'
import { AskDialog } from '../form/AskDialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './Details.module.css'
import type { AssetActor } from './use-asset.ts'

/** Props of {@link LockDialog}. */
export interface LockDialogProps {
  actor: AssetActor
  asset: Asset
  onClose: () => void
}

/** Locks the asset for a reason, which is asked for; it stays with what was typed where that is refused. */
export function LockDialog({ actor, asset, onClose }: LockDialogProps) {
  const { translate } = useAtelier()
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const isSettled = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'settled' }))
  const isChanging = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'relocking' }))
  const error = useSelector(actor, ({ context }) => context.error)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // By whomever: there is nothing to be locked any more.
    if (asset.locked) close()
  }, [asset.locked])
  const lock = () => {
    if (!isSettled) return
    setTried(true)
    const said = plain(reason).trim()
    actor.send({ type: 'lock.toggled', ...(said && { reason: said }) })
  }
  return (
    <AskDialog
      title={translate('asset.lock.title', { name: asset.name })}
      submitLabel={translate('asset.lock')}
      submit={{ waiting: !isSettled && !isChanging, busy: isChanging && translate('action.working') }}
      className={styles.form}
      onSubmit={lock}
      onClose={onClose}
    >
      <TextField
        label={translate('asset.lock.reason')}
        description={translate('asset.lock.reason.why')}
        value={reason}
        onChange={setReason}
        maxLength={MAX_LOCK_REASON}
        size="lg"
        autoFocus
      />
      {hasTried && !isChanging && error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
    </AskDialog>
  )
}
