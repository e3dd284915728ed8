import { ApiError, UserNotVerified, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Notice } from '../kit/Notice.tsx'
import { TextButton } from './TextButton.tsx'

/** Props of {@link SessionError}. */
export interface SessionErrorProps {
  error: unknown
  /** Mails what verifies the address again; offered to who signed in unverified. */
  onSendAgain?: () => void
  /** Mails a code to sign in with; offered where a password no longer counts. */
  onSendCode?: () => void
}

/** What an attempt failed with, announced at once; nothing where it did not. */
export function SessionError({ error, onSendAgain, onSendCode }: SessionErrorProps) {
  const { translate } = useAtelier()
  if (!error) return null
  const isUnverified = error instanceof UserNotVerified
  return (
    <Notice tone={isUnverified ? 'warn' : 'bad'} title={isUnverified && translate(wordOf(error))}>
      {isUnverified ? translate('signin.unverified') : translate(wordOf(error))}{' '}
      {onSendCode && error instanceof ApiError && error.code === 'CODE_REQUIRED' && (
        <TextButton onClick={onSendCode}>{translate('signin.sendCode')}</TextButton>
      )}
      {isUnverified && onSendAgain && <TextButton onClick={onSendAgain}>{translate('verify.again')}</TextButton>}
    </Notice>
  )
}
