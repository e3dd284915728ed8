// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refusal } from '../../../src/api/contract/errors.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { ConfirmAction } from '../../../src/ui/list/ConfirmAction.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(cleanup)

/** Shows the question; what it does waits in `tries` for its answers. */
function show() {
  const tries: { answer: (error?: Error) => Promise<void> }[] = []
  const heard: string[] = []
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      <ConfirmAction
        title="Revoke Bot?"
        text="It is refused from now on."
        verb="Revoke"
        act={() =>
          new Promise((resolve, reject) => {
            tries.push({ answer: (error) => act(async () => (error ? reject(error) : resolve(true))) })
          })
        }
        onDone={() => heard.push('done')}
        onClose={() => heard.push('closed')}
      />
    </AtelierContext>,
  )
  return { tries, heard }
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('nothing happens until it is confirmed, and Cancel leaves everything as it is', async () => {
  const { tries, heard } = show()
  await press('Cancel')
  expect([tries.length, heard]).toEqual([0, ['closed']])
})

test('once confirmed it is done once, and then told', async () => {
  const { tries, heard } = show()
  await press('Revoke')
  await press('Revoke')
  expect([tries.length, heard]).toEqual([1, []])
  await tries[0]!.answer()
  expect(heard).toEqual(['done'])
})

test('where it fails the question stays, says why, and can be confirmed again', async () => {
  const { tries, heard } = show()
  await press('Revoke')
  await tries[0]!.answer(refusal('api-tokens', 'FORBIDDEN'))
  expect(screen.getByRole('alertdialog', { name: 'Revoke Bot?' }).textContent).toContain('permission')
  expect(heard).toEqual([])
  await press('Revoke')
  await tries[1]!.answer()
  expect(heard).toEqual(['done'])
})
