import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { ApiError, UserNotVerifiedError } from '../../api/contract/errors.ts'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { PageLink } from './PageLink.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { TextButton } from './TextButton.tsx'
import { type SignInMethod, useSignInForm } from './use-sign-in-form.ts'
import { VerificationSentNotice } from './VerificationSentNotice.tsx'

export interface SignInFormProps {
  /** Whether the user was redirected to this form because the session was invalid. */
  hasEnded: boolean
  /** Address to which a code was mailed before a page reload, while the code is valid. */
  awaitedCode?: string | undefined
  /** Whether sign-in has succeeded and the redirect is in progress. */
  isLeaving?: boolean
}

/** Form that signs in with a password, with a mailed code, or as a guest. */
export function SignInForm({ hasEnded, awaitedCode, isLeaving = false }: SignInFormProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const { submitFor, isSendingFor, ...form } = useSignInForm()
  if (form.isAwaitingCode) return <SignInCodeForm />
  const way = form.bind('way')
  const isMailing = isSendingFor('verification')
  // An unverified address has a notice of its own, with a button that sends the verification mail. The notice stays until the
  // mail is sent.
  const isUnverified = form.error instanceof UserNotVerifiedError || isMailing
  const needsCode = form.error instanceof ApiError && form.error.code === 'CODE_REQUIRED'
  return (
    <AuthForm
      form={form}
      title={translate('signin.title')}
      pageTitle={translate('signin.submit')}
      error={isUnverified ? null : form.error}
      remedy={needsCode && <TextButton onClick={() => submitFor('code')}>{translate('signin.sendCode')}</TextButton>}
      notice={
        isUnverified ? (
          <Notice tone="warn" title={translate('error.USER_NOT_VERIFIED')}>
            {translate('signin.unverified')}{' '}
            <TextButton busy={isMailing && translate('action.working')} onClick={() => submitFor('verification')}>
              {translate('verify.again')}
            </TextButton>
          </Notice>
        ) : form.notice === 'verificationSent' ? (
          <VerificationSentNotice hasLink />
        ) : (
          hasEnded &&
          form.error === null && (
            <Notice tone="warn" title={translate('signin.ended')} icon={<ClockCounterClockwiseIcon />}>
              {translate('signin.ended.next')}
            </Notice>
          )
        )
      }
    >
      <SegmentedControl<SignInMethod>
        label={translate('signin.how')}
        items={[
          { id: 'password', label: translate('signin.password') },
          { id: 'code', label: translate('signin.byCode') },
        ]}
        value={way.value as SignInMethod}
        onChange={way.onChange}
        wide
      />
      <EmailField {...form.text('email')} />
      {way.value === 'password' && (
        <TextField
          {...form.text('password')}
          label={translate('signin.password')}
          labelEnd={<PageLink href="/forgot">{translate('signin.forgot')}</PageLink>}
          type="password"
          autoComplete="current-password"
          size="xl"
          reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
        />
      )}
      <SubmitButton isBusy={isSendingFor() || isSendingFor('code') || isLeaving}>
        {translate(way.value === 'code' ? 'signin.sendCode' : 'signin.submit')}
      </SubmitButton>
      {way.value === 'code' && awaitedCode !== undefined && (
        <p className={styles.help}>
          {translate('code.awaited', { email: awaitedCode })}{' '}
          <TextButton onClick={() => session.send({ type: 'code.awaited', email: awaitedCode })}>
            {translate('verify.enterCode')}
          </TextButton>
        </p>
      )}
      {!isAnonymous(form.data) && (
        <>
          <div className={styles.or}>{translate('signin.or')}</div>
          <div className={styles.guest}>
            <Button
              size="xl"
              wide
              busy={isSendingFor('guest') && translate('action.working')}
              onClick={() => submitFor('guest')}
            >
              {translate('signin.guest')}
            </Button>
            <p>{translate('signin.guest.why')}</p>
          </div>
        </>
      )}
    </AuthForm>
  )
}
