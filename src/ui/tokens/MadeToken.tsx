import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { copyText } from '../kit/copy-text.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './TokenDialog.module.css'
import type { ToldToken } from './TokenDialog.tsx'

/** A token just made, shown this once: a press outside does not take it away. */
export function MadeToken({ made, onClose }: { made: ToldToken; onClose: () => void }) {
  const { translate } = useAtelier()
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={translate('tokens.made')}
      footer={
        <>
          <Button onClick={onClose}>{translate('tokens.done')}</Button>
          <Button
            variant="ink"
            autoFocus
            icon={isCopied ? <CheckIcon /> : <CopyIcon />}
            onClick={() => void copyText(made.token).then(setCopied)}
          >
            {translate(isCopied ? 'tokens.copied' : 'tokens.copy')}
          </Button>
        </>
      }
    >
      <div className={styles.made}>
        <Notice tone="warn">{translate('tokens.made.why')}</Notice>
        <code className={styles.token} translate="no">
          {made.token}
        </code>
        <VisuallyHidden live="polite">{isCopied ? translate('tokens.copied') : ''}</VisuallyHidden>
      </div>
    </Dialog>
  )
}
