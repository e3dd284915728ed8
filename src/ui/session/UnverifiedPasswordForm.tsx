import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '../../api/contract/errors.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import type { FormValues } from '../../machines/form/form.ts'
import type { PasswordChoice as Choice, SessionEvent } from '../../machines/session/session.ts'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'
import { AuthForm } from './AuthForm.tsx'
import { NewPasswordSchema } from './field-schemas.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { TextButton } from './TextButton.tsx'
import { useSessionForm } from './use-session-form.ts'

/**
 * Returns whether the server refused a code or link with `PASSWORD_REQUIRED`: the user must first keep or replace the account's
 * password.
 */
export const isPasswordRequiredError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PASSWORD_REQUIRED'

/**
 * Stores the code or link that was refused with `PASSWORD_REQUIRED`, until the user goes back. `getProof` reads the code or link
 * from the form. Returns the stored value and its setter.
 */
export function useRefusedProof<P>(error: unknown, getProof: () => P) {
  const [refusal, setRefusal] = useState<{ proof?: P | undefined; cause: unknown }>({ cause: null })
  if (error !== refusal.cause && isPasswordRequiredError(error)) setRefusal({ proof: getProof(), cause: error })
  return [refusal.proof, (proof?: P) => setRefusal({ ...refusal, proof })] as const
}

const SCHEMA = v.variant('way', [
  v.object({
    way: v.literal('known'),
    password: v.pipe(v.string(), v.nonEmpty('signin.passwordMissing' satisfies FieldMessageKey)),
  }),
  v.object({ way: v.literal('new'), newPassword: NewPasswordSchema }),
])
const FORM = {
  schema: SCHEMA,
  fields: [
    { name: 'way', kind: 'value' },
    { name: 'password', kind: 'value', when: { name: 'way', is: 'known' } },
    { name: 'newPassword', kind: 'value', when: { name: 'way', is: 'new' } },
  ] as const,
}

export interface UnverifiedPasswordFormProps {
  title: string
  /** Email address. Masked, unless the user typed it. */
  email: string
  /** Label of the button that continues with the known password. */
  submit: string
  /** Creates the session event that sends the code or link again, with the user's choice. */
  toEvent: (choice: Choice) => SessionEvent
  /** Preselects a new password, for a user who says that another person signed up with the address. */
  isForeign?: boolean
  /** Shown once the email address is verified. */
  done?: ReactNode
  /** Called if the code or link has become invalid in the meantime. */
  onStale?: () => void
  /** Link back to the previous form. */
  children?: ReactNode
}

/**
 * Form in which the user keeps a password set before the address was verified, by typing it, or replaces the password. Replacing
 * the password signs out every device.
 */
export function UnverifiedPasswordForm({
  title,
  email,
  submit,
  toEvent,
  isForeign = false,
  done,
  onStale,
  children,
}: UnverifiedPasswordFormProps) {
  const translate = useTranslate(sessionMessages)
  const [initial] = useState({ way: isForeign ? 'new' : 'known', password: '', newPassword: '' })
  const form = useSessionForm({
    ...FORM,
    initial,
    toEvent: ({ way, password, newPassword }: FormValues) =>
      toEvent(way === 'new' ? { newPassword: String(newPassword) } : { password: String(password) }),
  })
  const isStale =
    form.error instanceof ApiError && (form.error.code === 'LINK_USED' || form.error.code === 'LINK_EXPIRED')
  useEffect(() => {
    if (isStale) onStale?.()
  }, [isStale, onStale])
  const way = form.bind('way')
  const isNew = way.value === 'new'
  if (form.notice === 'verified') return done
  return (
    <AuthForm
      form={form}
      title={title}
      description={translate(isNew ? 'verify.replace' : 'verify.password', { email })}
    >
      {isNew ? (
        <NewPasswordField {...form.text('newPassword')} label={translate('reset.password')} />
      ) : (
        <TextField
          {...form.text('password')}
          label={translate('signin.password')}
          type="password"
          autoComplete="current-password"
          size="xl"
          reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
        />
      )}
      <SubmitButton isBusy={form.isSending}>{isNew ? translate('reset.submit') : submit}</SubmitButton>
      <p className={styles.help}>
        <TextButton onClick={() => way.onChange(isNew ? 'known' : 'new')}>
          {translate(isNew ? 'verify.known' : 'verify.forgot')}
        </TextButton>
      </p>
      {children && <p className={styles.help}>{children}</p>}
    </AuthForm>
  )
}
