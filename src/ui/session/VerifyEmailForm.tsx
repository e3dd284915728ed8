import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '../../api/contract/errors.ts'
import type { VerificationLink } from '../../api/contract/users.ts'
import { createValueFields, type FormValues } from '../../machines/form/form.ts'
import type { SessionEvent } from '../../machines/session/session.ts'
import { useAtelier } from '../context.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { TextButton } from './TextButton.tsx'
import { isPasswordRequiredError, UnverifiedPasswordForm } from './UnverifiedPasswordForm.tsx'
import { useSessionForm } from './use-session-form.ts'
import { AlreadyVerifiedNotice, VerifiedNotice } from './VerifiedNotice.tsx'
import { VerifyEmailByCodeForm } from './VerifyEmailByCodeForm.tsx'

export interface VerifyEmailFormProps {
  id?: string | undefined
  link?: VerificationLink | undefined
}

/** Verifies an email address by a link or a mailed code. Explains why a link does not work. */
export function VerifyEmailForm({ id, link }: VerifyEmailFormProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const hasVerified = useSelector(session, ({ context }) => context.notice === 'verified')
  useDocumentTitle(translate('verify.title'))
  if (id === undefined || !link) return <VerifyEmailByCodeForm />
  if (link.state === 'good') return <VerifyByLink id={id} link={link} />
  if (hasVerified) return <VerifiedNotice />
  if (link.isVerified) return <AlreadyVerifiedNotice wasUsed={link.state === 'used'} />
  return <VerifyEmailByCodeForm stale={link.state === 'expired' ? 'expired' : 'invalid'} />
}

const FORM = {
  schema: v.object({ id: v.string() }),
  fields: createValueFields('id'),
  purposes: { own: [] },
  toEvent: ({ id }: FormValues, purpose: string | undefined): SessionEvent => ({
    type: 'verification.submitted',
    verificationId: String(id),
    ...(purpose === 'own' && { keepSignUp: true }),
  }),
}

/**
 * Shows the address of a link and waits for a press, because mail scanners open links too. If the user is not in the session that
 * signed up, the user must type or replace the password of the sign-up.
 */
function VerifyByLink({ id, link }: { id: string; link: VerificationLink }) {
  const translate = useTranslate(sessionMessages)
  const router = useRouter()
  const [isOwn] = useState(link.isOwn === true)
  const [isForeign, setForeign] = useState(false)
  const [isConfirming, setConfirming] = useState(!isOwn && link.hasPassword === true)
  const { error, notice, submitFor, isSendingFor, ...form } = useSessionForm({ ...FORM, initial: { id } })
  if (!isConfirming && isPasswordRequiredError(error)) setConfirming(true)
  // The link was used or replaced while the page was open. The route's loader requests the new state of the link.
  const isStale = error instanceof ApiError && (error.code === 'LINK_USED' || error.code === 'LINK_EXPIRED')
  useEffect(() => {
    if (isStale) void router.invalidate()
  }, [isStale, router])
  if (notice === 'verified') return <VerifiedNotice />
  const email = link.email ?? ''
  if (isConfirming)
    return (
      <UnverifiedPasswordForm
        title={translate('verify.title')}
        email={email}
        submit={translate('verify.submit')}
        isForeign={isForeign}
        toEvent={(choice) => ({ type: 'verification.submitted', verificationId: id, ...choice })}
        done={<VerifiedNotice />}
        onStale={() => void router.invalidate()}
      />
    )
  return (
    <div className={styles.form}>
      <ErrorNotice error={error} />
      <div>
        <h1>{translate('verify.title')}</h1>
        <p className={styles.sub}>{translate(isOwn ? 'verify.own' : 'verify.press', { email })}</p>
      </div>
      <Button
        variant="ink"
        size="xl"
        wide
        busy={form.isSending && translate('action.working')}
        onClick={() => (isOwn ? submitFor('own') : form.actor.send({ type: 'submit.requested' }))}
      >
        {translate('verify.submit')}
      </Button>
      {isOwn && (
        <p className={styles.help}>
          <TextButton
            onClick={() => {
              setForeign(true)
              setConfirming(true)
            }}
          >
            {translate('verify.own.no')}
          </TextButton>
        </p>
      )}
    </div>
  )
}
