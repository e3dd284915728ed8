import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import type { ToldToken } from './new-token.ts'
import styles from './TokenDialog.module.css'

/** A token just made, shown this once: a press outside does not take it away. */
export function MadeToken({ made: { token }, onClose }: { made: ToldToken; onClose: () => void }) {
  const { translate } = useAtelier()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={translate('tokens.made')}
      footer={
        <>
          <Button onClick={onClose}>{translate('tokens.done')}</Button>
          <CopyButton
            variant="ink"
            autoFocus
            text={token}
            label={translate('tokens.copy')}
            copiedText={translate('tokens.copied')}
          />
        </>
      }
    >
      <div className={styles.made}>
        <Notice tone="warn">{translate('tokens.made.why')}</Notice>
        <code className={styles.token} translate="no">
          {token}
        </code>
      </div>
    </Dialog>
  )
}
