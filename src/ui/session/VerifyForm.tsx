import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '../../api/contract/errors.ts'
import type { VerificationLink } from '../../api/contract/users.ts'
import { type FormValues, valueFields } from '../../machines/rules/form.ts'
import type { SessionEvent } from '../../machines/rules/session.ts'
import { useAtelier } from '../context.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { useDocumentTitle } from '../kit/use-document-title.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import { isPasswordRequired, PasswordChoice } from './PasswordChoice.tsx'
import styles from './SessionForm.module.css'
import { TextButton } from './TextButton.tsx'
import { useSessionForm } from './use-session-form.ts'
import { AlreadyVerified, Verified } from './Verified.tsx'
import { VerifyByCode } from './VerifyByCode.tsx'

export interface VerifyFormProps {
  id?: string | undefined
  /** State of the link with this id. */
  link?: VerificationLink | undefined
}

/** Verifies an email address by a link or a mailed code. Explains why a link no longer works. */
export function VerifyForm({ id, link }: VerifyFormProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const hasVerified = useSelector(session, ({ context }) => context.notice === 'verified')
  useDocumentTitle(translate('verify.title'))
  if (id === undefined || !link) return <VerifyByCode />
  if (link.state === 'good') return <VerifyByLink id={id} link={link} />
  if (hasVerified) return <Verified />
  if (link.isVerified) return <AlreadyVerified wasUsed={link.state === 'used'} />
  return <VerifyByCode stale={link.state === 'expired' ? 'expired' : 'invalid'} />
}

const FORM = {
  schema: v.object({ id: v.string() }),
  fields: valueFields('id'),
  purposes: { own: [] },
  toEvent: ({ id }: FormValues, purpose: string | undefined): SessionEvent => ({
    type: 'verification.submitted',
    verificationId: String(id),
    ...(purpose === 'own' && { keepSignUp: true }),
  }),
}

/**
 * Shows the address a link verifies and waits for a press, because mail scanners open links too. Outside the session that signed
 * up, the user has to type or replace the password set then.
 */
function VerifyByLink({ id, link }: { id: string; link: VerificationLink }) {
  const translate = useTranslate(sessionMessages)
  const router = useRouter()
  const [isOwn] = useState(link.isOwn === true)
  const [isForeign, setForeign] = useState(false)
  const [isConfirming, setConfirming] = useState(!isOwn && link.hasPassword === true)
  const { error, notice, submitFor, isSendingFor, ...form } = useSessionForm({ ...FORM, initial: { id } })
  if (!isConfirming && isPasswordRequired(error)) setConfirming(true)
  // The link was used or replaced while the page was open. The loader reads the reason.
  const isStale = error instanceof ApiError && (error.code === 'LINK_USED' || error.code === 'LINK_EXPIRED')
  useEffect(() => {
    if (isStale) void router.invalidate()
  }, [isStale, router])
  if (notice === 'verified') return <Verified />
  const email = link.email ?? ''
  if (isConfirming)
    return (
      <PasswordChoice
        title={translate('verify.title')}
        email={email}
        submit={translate('verify.submit')}
        isForeign={isForeign}
        toEvent={(choice) => ({ type: 'verification.submitted', verificationId: id, ...choice })}
        done={<Verified />}
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
