import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef } from 'react'
import * as v from 'valibot'
import { MailedCode } from '../../api/contract/auth.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import { createValueFields } from '../../machines/form/form.ts'
import type { ReauthenticationActor } from '../../machines/session/reauthentication.machine.ts'
import { useAtelier } from '../context.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { SubmitDialog } from '../form/PromptDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { CodeField } from '../kit/fields/CodeField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { TextButton } from '../session/TextButton.tsx'
import { formatClock, RESEND_PAUSE_S, useResendCountdown } from '../session/use-resend-countdown.ts'
import { useMessages } from '../use-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ReauthenticationDialog.module.css'

export interface ReauthenticationDialogProps {
  actor: ReauthenticationActor
}

/** Dialog that reauthenticates the user by password or mailed code while API calls wait. */
export function ReauthenticationDialog({ actor }: ReauthenticationDialogProps) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('prompting'))
  const isByPassword = useSelector(actor, (snapshot) => snapshot.matches({ prompting: 'password' }))
  const hasRequest = useSelector(actor, ({ context }) => context.requestIds.length > 0)
  const hasMessages = useMessages(isOpen && sessionMessages) !== undefined
  if (!isOpen || !hasMessages) return null
  if (isByPassword) return <PasswordDialog actor={actor} />
  return hasRequest ? <CodeDialog actor={actor} /> : <SendCodeDialog actor={actor} />
}

const useSessionEmail = () => {
  const { session } = useAtelier()
  return useSelector(session, ({ context }) => context.data?.email ?? '')
}

/**
 * Returns a ref to the field that gets the focus once the dialog is mounted. `autoFocus` is too early if another dialog is open,
 * because that dialog's focus trap takes the focus back. The field would then show an error for an empty value.
 */
function useFocusOnMount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

const PASSWORD_FORM = {
  schema: v.object({ password: v.pipe(v.string(), v.nonEmpty('signin.passwordMissing' satisfies FieldMessageKey)) }),
  fields: createValueFields('password'),
  initial: { password: '' },
}

function PasswordDialog({ actor }: ReauthenticationDialogProps) {
  const field = useFocusOnMount()
  const translate = useTranslate(sessionMessages)
  const { shellCalls } = useAtelier()
  const email = useSessionEmail()
  const form = useForm({
    ...PASSWORD_FORM,
    submit: async ({ password }, { signal }) =>
      shellCalls?.auth.prove({ body: { password: String(password) } }, { signal }),
    onSubmitted: () => actor.send({ type: 'reauthentication.completed' }),
  })
  const password = form.text('password')
  return (
    <FormDialog
      {...form}
      title={translate('reauthentication.title')}
      submitLabel={translate('reauthentication.confirm')}
      onClose={() => actor.send({ type: 'reauthentication.declined' })}
      className={styles.form}
      note={
        <p className={styles.note}>
          <TextButton onClick={() => actor.send({ type: 'code.requested' })}>
            {translate('reauthentication.sendInstead')}
          </TextButton>
        </p>
      }
    >
      <p>{translate('reauthentication.why')}</p>
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...password}
        label={translate('signin.password')}
        type="password"
        autoComplete="current-password"
        inputRef={field}
        size="lg"
        reveal={{ show: translate('signin.show'), hide: translate('signin.hide') }}
      />
    </FormDialog>
  )
}

/** Offers to mail a code, for accounts without a password, or after a code could not be mailed. */
function SendCodeDialog({ actor }: ReauthenticationDialogProps) {
  const translate = useTranslate(sessionMessages)
  const email = useSessionEmail()
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const error = useSelector(actor, ({ context }) => context.error)
  return (
    <SubmitDialog
      title={translate('reauthentication.title')}
      submitLabel={translate('signin.sendCode')}
      submit={{ busy: isSending && translate('action.working') }}
      onClose={() => actor.send({ type: 'reauthentication.declined' })}
    >
      {(id) => (
        <form
          id={id}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            actor.send({ type: 'code.requested' })
          }}
        >
          <ErrorNotice error={error} />
          <p>{translate('reauthentication.why')}</p>
          <p>{translate('reauthentication.mailedTo', { email })}</p>
          <UsePasswordButton actor={actor} />
        </form>
      )}
    </SubmitDialog>
  )
}

const CODE_FORM = {
  schema: v.object({ code: MailedCode }),
  fields: createValueFields('code'),
  initial: { code: '' },
}

function CodeDialog({ actor }: ReauthenticationDialogProps) {
  const field = useFocusOnMount()
  const translate = useTranslate(sessionMessages)
  const { shellCalls } = useAtelier()
  const email = useSessionEmail()
  const resendCountdown = useResendCountdown(RESEND_PAUSE_S)
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const error = useSelector(actor, ({ context }) => context.error)
  const form = useForm({
    ...CODE_FORM,
    submit: async ({ code }, { signal }) => {
      const requestId = [...actor.getSnapshot().context.requestIds]
      return shellCalls?.auth.prove({ body: { code: String(code), requestId } }, { signal })
    },
    onSubmitted: () => actor.send({ type: 'reauthentication.completed' }),
  })
  const resend = () => {
    resendCountdown.begin()
    actor.send({ type: 'code.requested' })
  }
  return (
    <FormDialog
      {...form}
      error={form.error ?? error}
      title={translate('reauthentication.title')}
      submitLabel={translate('reauthentication.confirm')}
      onClose={() => actor.send({ type: 'reauthentication.declined' })}
      className={styles.form}
      note={
        <p className={styles.note}>
          {translate('code.nothingYet')}{' '}
          {resendCountdown.left > 0 ? (
            translate('code.resendIn', { time: formatClock(resendCountdown.left) })
          ) : (
            <TextButton busy={isSending && translate('action.working')} onClick={resend}>
              {translate('code.resend')}
            </TextButton>
          )}{' '}
          <UsePasswordButton actor={actor} />
        </p>
      }
    >
      <p>{translate('reauthentication.sent', { email })}</p>
      <CodeField {...form.text('code')} label={translate('code.label')} inputRef={field} />
    </FormDialog>
  )
}

function UsePasswordButton({ actor }: ReauthenticationDialogProps) {
  const translate = useTranslate(sessionMessages)
  const hasPassword = useSelector(actor, ({ context }) => context.methods.includes('password'))
  if (!hasPassword) return null
  return (
    <TextButton onClick={() => actor.send({ type: 'password.chosen' })}>
      {translate('reauthentication.usePassword')}
    </TextButton>
  )
}
