import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Asset, MAX_LOCK_REASON_LENGTH } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { stripUnsafeCharacters } from '../../api/contract/text.ts'
import { PromptDialog } from '../form/PromptDialog.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import type { AssetActor } from './use-asset.ts'

export interface LockDialogProps {
  actor: AssetActor
  asset: Asset
  onClose: () => void
}

/** Dialog that locks the asset, with a field for the reason. Stays open with the input if the request fails. */
export function LockDialog({ actor, asset, onClose }: LockDialogProps) {
  const translate = useTranslate(assetMessages)
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const isSettled = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'settled' }))
  const isChanging = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'togglingLock' }))
  const error = useSelector(actor, ({ context }) => context.error)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Closes the dialog once the asset is locked, by this or another user.
    if (asset.locked) close()
  }, [asset.locked])
  const lock = () => {
    if (!isSettled) return
    setTried(true)
    const cleanReason = stripUnsafeCharacters(reason).trim()
    actor.send({ type: 'lock.toggled', ...(cleanReason && { reason: cleanReason }) })
  }
  return (
    <PromptDialog
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
        maxLength={MAX_LOCK_REASON_LENGTH}
        size="lg"
        autoFocus
      />
      {hasTried && !isChanging && error !== null && <Notice tone="bad">{translate(getErrorMessageKey(error))}</Notice>}
    </PromptDialog>
  )
}
