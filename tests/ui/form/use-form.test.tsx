// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createApiError } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { Form } from '../../../src/ui/form/Form.tsx'
import { useForm } from '../../../src/ui/form/use-form.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const keys: string[] = []

function Page() {
  const form = useForm({
    schema: v.object({ name: v.string() }),
    fields: [{ name: 'name', kind: 'value' as const }],
    initial: { name: 'Cap' },
    async submit(_, { idempotencyKey }) {
      keys.push(idempotencyKey)
      throw createApiError('assets', 'INTERNAL')
    },
    onSubmitted() {},
  })
  const { value, onChange } = form.bind('name')
  return (
    <Form actor={form.actor} error={null} label="It">
      <input value={String(value)} onChange={(event) => onChange(event.target.value)} />
    </Form>
  )
}

test('repeats a failed submit with the same idempotency key, and submits changed values with another key', async () => {
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <Page />
    </AtelierContext>,
  )
  const type = (value: string) =>
    act(async () => void fireEvent.change(screen.getByRole('textbox'), { target: { value } }))
  const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))
  await type('Boot')
  await submit()
  await submit()
  await type('Hat')
  await submit()
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
