import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '../../api/contract/errors.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionEvent } from '../../machines/rules/session.ts'
import { unverifiedEmail } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useAttemptForm } from './use-attempt-form.ts'
import { Verified } from './Verified.tsx'
import { VerifyByCode } from './VerifyByCode.tsx'

/** Verifies an e-mail: by a link's id, else by a mailed code. */
export function VerifyForm({ id }: { id?: string | undefined }) {
  const { translate } = useAtelier()
  useDocumentTitle(translate('verify.title'))
  return id === undefined ? <VerifyByCode /> : <VerifyByLink id={id} />
}

const FORM = {
  schema: v.object({ id: v.string() }),
  fields: valueFields('id'),
  purposes: { keep: [], disown: [] },
  ask: ({ id }: FormValues, purpose: string | undefined): SessionEvent => ({
    type: 'verification.submitted',
    verificationId: String(id),
    ...(purpose && { keepSignUp: purpose === 'keep' }),
  }),
}

/**
 * Verifies at once, else leaves it to a code, as it does where the session can't be asked now. Who is signed in to an account
 * that is not verified yet is asked whether they made it: only then its password may stay.
 */
function VerifyByLink({ id }: { id: string }) {
  const { session, translate } = useAtelier()
  const own = useSelector(session, ({ context }) => unverifiedEmail(context.data))
  // As the page opens: what is verified from here on asks nothing more.
  const [asks] = useState(own !== undefined)
  const { actor, error, ...form } = useAttemptForm({ ...FORM, initial: { id } })
  const [hasBegun, setBegun] = useState(false)
  // A second run of the effect meets a form that is being sent already, and is not heard.
  const begin = useEffectEvent(() => {
    if (asks) return
    setBegun(true)
    actor.send({ type: 'submit.requested' })
  })
  useEffect(() => begin(), [])

  if (form.notice === 'verified') return <Verified />
  if (form.isSending || !(asks || hasBegun)) {
    return (
      <div className={styles.form} role="status">
        <h1>{translate('verify.busy')}</h1>
      </div>
    )
  }
  if (!asks || (error instanceof ApiError && error.code === 'LINK_EXPIRED')) return <VerifyByCode before={error} />
  return (
    <div className={styles.form}>
      <ErrorNotice error={error} />
      <div>
        <h1>{translate('verify.title')}</h1>
        <p className={styles.sub}>{translate('verify.own', { email: own ?? '' })}</p>
      </div>
      <Button variant="ink" size="xl" wide onClick={() => form.submitFor('keep')}>
        {translate('verify.own.yes')}
      </Button>
      <p className={styles.help}>
        <TextButton onClick={() => form.submitFor('disown')}>{translate('verify.own.no')}</TextButton>
      </p>
    </div>
  )
}
