// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApiError } from '../../../../src/api/contract/errors.ts'
import { type Atelier, AtelierContext } from '../../../../src/ui/context.ts'
import { ConfirmActionDialog } from '../../../../src/ui/list/actions/ConfirmActionDialog.tsx'
import { createTranslateFor } from '../../../support/translate.ts'
import '../../kit/support.ts'

function show() {
  const attempts: { respond: (error?: Error) => Promise<void> }[] = []
  const events: string[] = []
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      <ConfirmActionDialog
        title="Revoke Bot?"
        text="It is refused from now on."
        verb="Revoke"
        act={() =>
          new Promise((resolve, reject) => {
            attempts.push({ respond: (error) => act(async () => (error ? reject(error) : resolve(true))) })
          })
        }
        onDone={() => events.push('done')}
        onClose={() => events.push('closed')}
      />
    </AtelierContext>,
  )
  return { attempts, events }
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('does not run the action before the confirmation or on Cancel', async () => {
  const { attempts, events } = show()
  await press('Cancel')
  expect([attempts.length, events]).toEqual([0, ['closed']])
})

test('runs the action once after the confirmation, then reports its success', async () => {
  const { attempts, events } = show()
  await press('Revoke')
  await press('Revoke')
  expect([attempts.length, events]).toEqual([1, []])
  await attempts[0]!.respond()
  expect(events).toEqual(['done'])
})

test('keeps the dialog open after a failed action, shows the error, and can be confirmed again', async () => {
  const { attempts, events } = show()
  await press('Revoke')
  await attempts[0]!.respond(createApiError('api-tokens', 'FORBIDDEN'))
  expect(screen.getByRole('alertdialog', { name: 'Revoke Bot?' }).textContent).toContain('permission')
  expect(events).toEqual([])
  await press('Revoke')
  await attempts[1]!.respond()
  expect(events).toEqual(['done'])
})
