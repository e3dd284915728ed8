import { useState } from 'react'
import { MyChange } from '../../api/contract/users.ts'
import { valueFields } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from '../kit/Button.tsx'
import { TextField } from '../kit/TextField.tsx'

/** Changes the person's own name; answers with the name as it is stored. Rejects with `ApiError`. */
export type ChangeName = (name: string) => Promise<{ name?: string | undefined }>

const FIELDS = valueFields('name')

/** The person's name. Mounted anew (by its key) once another is stored. */
export function ProfileForm({ name, change }: { name: string; change: ChangeName }) {
  const [round, setRound] = useState(0)
  return <Fields key={round} name={name} change={change} onSaved={() => setRound(round + 1)} />
}

function Fields({ name, change, onSaved }: { name: string; change: ChangeName; onSaved: () => void }) {
  const { session, translate } = useAtelier()
  const form = useForm({
    schema: MyChange,
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
