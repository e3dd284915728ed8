import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import styles from './DraftOffer.module.css'
import type { useForm } from './use-form.ts'

/** Offers what was typed before and never saved: after a reload, an expired session, or leaving. */
export function DraftOffer({
  form,
}: {
  form: Pick<ReturnType<typeof useForm>, 'offered' | 'takeUpDraft' | 'declineDraft'>
}) {
  const { translate } = useAtelier()
  if (!form.offered) return null
  return (
    <Notice
      tone="info"
      title={translate('form.draft')}
      action={
        <span className={styles.choice}>
          <Button size="sm" onClick={form.takeUpDraft}>
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
