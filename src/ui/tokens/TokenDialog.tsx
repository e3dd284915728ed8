import { useState } from 'react'
import type { NewApiToken } from '../../api/contract/api-tokens.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { NewSecretDialog } from '../kit/overlays/NewSecretDialog.tsx'
import { tokensMessages } from '../messages/tokens.ts'
import { useTranslate } from '../use-translate.ts'
import {
  type CreatedToken,
  EMPTY_TOKEN_FORM,
  LIFETIMES_DAYS,
  TOKEN_FIELDS,
  TokenFormValues,
  toNewToken,
} from './new-token.ts'
import styles from './TokenDialog.module.css'

export interface TokenDialogProps {
  isAdmin: boolean
  /** Creates the token. Rejects with `ApiError`. */
  create: (body: NewApiToken, options: SubmitOptions) => Promise<CreatedToken>
  /** Called when the dialog closes and a token was, or may have been, created. */
  onMade: () => void
  onClose: () => void
}

/** Dialog that creates an API token and then shows it once. */
export function TokenDialog({ isAdmin, create, onMade, onClose }: TokenDialogProps) {
  const translate = useTranslate(tokensMessages)
  const [createdToken, setCreatedToken] = useState<CreatedToken>()
  const [openedAt] = useState(Date.now)
  const { actor, bind, text, error, isSending } = useForm<CreatedToken>({
    schema: TokenFormValues,
    fields: TOKEN_FIELDS,
    initial: { ...EMPTY_TOKEN_FORM },
    submit: (body, options) => create(toNewToken(body as TokenFormValues, openedAt), options),
    onSubmitted: setCreatedToken,
  })
  if (createdToken)
    return (
      <NewSecretDialog
        secret={createdToken.token}
        title={translate('tokens.made')}
        why={translate('tokens.made.why')}
        words={{ copy: translate('tokens.copy'), copied: translate('tokens.copied'), done: translate('tokens.done') }}
        onClose={onMade}
      />
    )
  // If the response was lost, the token may exist already.
  const close = error === null ? onClose : onMade
  const days = bind('days')
  const title = translate('tokens.new')
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate('tokens.create')}
      onClose={close}
      className={styles.form}
    >
      <TextField
        {...text('name')}
        label={translate('tokens.name')}
        description={translate('tokens.name.tip')}
        autoComplete="off"
        autoFocus
        size="lg"
      />
      <ToggleField
        name="canWrite"
        bound={bind('canWrite')}
        label={translate('tokens.canWrite')}
        description={translate('tokens.canWrite.why')}
      />
      {isAdmin && (
        <ToggleField
          name="isPrivate"
          bound={bind('isPrivate')}
          label={translate('tokens.isPrivate')}
          description={translate('tokens.isPrivate.why')}
        />
      )}
      <SelectField
        label={translate('tokens.days')}
        items={LIFETIMES_DAYS.map((id) => ({ id, label: translate(`tokens.days.${id}`) }))}
        value={String(days.value)}
        onChange={days.onChange}
        placeholder={translate('tokens.days')}
        name="days"
        size="lg"
      />
    </FormDialog>
  )
}
