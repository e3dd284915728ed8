import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './RestoreDraftNotice.module.css'
import type { useForm } from './use-form.ts'

/** Offers to restore a stored draft. */
export function RestoreDraftNotice({
  form,
}: {
  form: Pick<ReturnType<typeof useForm>, 'offeredDraft' | 'restoreDraft' | 'declineDraft'>
}) {
  const translate = useTranslate(assetMessages)
  if (!form.offeredDraft) return null
  return (
    <Notice
      tone="info"
      title={translate('form.draft')}
      action={
        <span className={styles.choice}>
          <Button size="sm" onClick={form.restoreDraft}>
            {translate('form.draft.restore')}
          </Button>
          <Button size="sm" variant="ghost" onClick={form.declineDraft}>
            {translate('form.draft.discard')}
          </Button>
        </span>
      }
    >
      {translate('form.draft.what')}
    </Notice>
  )
}
