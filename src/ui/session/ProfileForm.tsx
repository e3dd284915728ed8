import { useState } from 'react'
import { OwnProfileChange } from '../../api/contract/users.ts'
import { createValueFields } from '../../machines/form/form.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'

/** Changes the user's own name. Resolves with the stored name. Rejects with `ApiError`. */
export type ChangeName = (name: string) => Promise<{ name?: string | undefined }>

const FIELDS = createValueFields('name')

/** Form for the user's name. Remounted after each save. */
export function ProfileForm({ name, change }: { name: string; change: ChangeName }) {
  const [formKey, setFormKey] = useState(0)
  return <ProfileFields key={formKey} name={name} change={change} onSaved={() => setFormKey(formKey + 1)} />
}

function ProfileFields({ name, change, onSaved }: { name: string; change: ChangeName; onSaved: () => void }) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const form = useForm({
    schema: OwnProfileChange,
    fields: FIELDS,
    initial: { name },
    submit: ({ name }) => change(String(name)),
    onSubmitted: (stored) => {
      session.send({ type: 'profile.changed', ...(stored.name && { name: stored.name }) })
      onSaved()
    },
  })
  return (
    <Form actor={form.actor} error={form.error} label={translate('account.profile')}>
      <TextField {...form.text('name')} label={translate('account.name')} autoComplete="name" />
      <Button type="submit" busy={form.isSending && translate('action.working')} waiting={!form.isDirty}>
        {translate('account.save')}
      </Button>
    </Form>
  )
}
