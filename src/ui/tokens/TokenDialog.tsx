import { useState } from 'react'
import type { NewApiToken } from '../../api/contract/api-tokens.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { MadeSecret } from '../kit/MadeSecret.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { LIFETIMES, NO_TOKEN, TOKEN_FIELDS, TokenForm, type ToldToken, tokenOf } from './new-token.ts'
import styles from './TokenDialog.module.css'

/** Props of {@link TokenDialog}. */
export interface TokenDialogProps {
  /** Whether the person may make one that may do what admins do. */
  isAdmin: boolean
  /** Rejects with `ApiError`. */
  create: (body: NewApiToken, options: SubmitOptions) => Promise<ToldToken>
  /** One was made, or may have been: told when its dialog goes, since it is shown this once. */
  onMade: () => void
  onClose: () => void
}

/** Asks what a new API token is for and what it may do, then shows it. */
export function TokenDialog({ isAdmin, create, onMade, onClose }: TokenDialogProps) {
  const { translate } = useAtelier()
  const [made, setMade] = useState<ToldToken>()
  const [opened] = useState(Date.now)
  const { actor, bind, text, error, isSending } = useForm<ToldToken>({
    schema: TokenForm,
    fields: TOKEN_FIELDS,
    initial: { ...NO_TOKEN },
    submit: (body, options) => create(tokenOf(body as TokenForm, opened), options),
    onSubmitted: setMade,
  })
  if (made)
    return (
      <MadeSecret
        secret={made.token}
        title={translate('tokens.made')}
        why={translate('tokens.made.why')}
        words={{ copy: translate('tokens.copy'), copied: translate('tokens.copied'), done: translate('tokens.done') }}
        onClose={onMade}
      />
    )
  // One whose answer was lost may stand in the list by now.
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
        items={LIFETIMES.map((id) => ({ id, label: translate(`tokens.days.${id}`) }))}
        value={String(days.value)}
        onChange={days.onChange}
        placeholder={translate('tokens.days')}
        name="days"
        size="lg"
      />
    </FormDialog>
  )
}
