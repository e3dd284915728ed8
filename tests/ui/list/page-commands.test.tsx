// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { collectPageCommands } from '../../../src/ui/page-commands.ts'
import { literalText } from '../../support/literal-text.ts'
import {
  changeAll,
  checkboxOf,
  expectFirstRow,
  markAction,
  sessionWith,
  setUpLists,
  showList,
  thingList,
} from './list-fixture.tsx'

setUpLists()

const offeredCommands = () =>
  collectPageCommands().map(({ subject, commands }) =>
    [subject, ...commands.map(({ label, disabledReason }) => disabledReason ?? label)].join(', '),
  )

test('offers the bulk actions of the selected rows, with their choices, to the command palette', async () => {
  const calls: string[] = []
  const perform: typeof changeAll = async (request) => {
    calls.push(...request.items.map(({ id }) => id))
    return changeAll(request)
  }
  const bulk = [
    markAction({ id: 'paint', title: literalText('Paint'), perform }),
    markAction({
      id: 'tag',
      title: literalText('Tag'),
      choices: async () => ['winter', 'gone', 'kiln'].map((id) => ({ id, label: { text: `The ${id}` } })),
      isChoiceAvailable: (choice, rows) => choice !== 'gone' && rows.length === 2,
      perform: async (request) => {
        calls.push(`tagged ${request.items.length} ${request.choice}`)
        return changeAll(request)
      },
    }),
    markAction({
      id: 'sell',
      title: literalText('Sell'),
      appliesTo: () => false,
      skippedMessage: literalText('Sold already'),
    }),
  ]
  const view = showList(thingList({ bulk }), {}, undefined, { session: sessionWith(['manage', 'all']) })
  await expectFirstRow('Thing 01')
  expect(offeredCommands()).toEqual([])
  fireEvent.click(checkboxOf('02'))
  await waitFor(() => expect(offeredCommands()).toEqual(['Thing 02, Paint, Tag…, Sold already']))
  fireEvent.click(checkboxOf('03'))
  await waitFor(() => expect(offeredCommands()).toEqual(['2 selected, Paint, Tag…, Sold already']))
  const [paint, tag] = collectPageCommands()[0]!.commands
  const choices = await tag!.choices!(new AbortController().signal)
  expect([paint!.choices, choices.map(({ id }) => id)]).toEqual([undefined, ['winter', 'kiln']])
  await act(async () => tag!.run('kiln'))
  await waitFor(() => expect(calls).toEqual(['tagged 2 kiln']))
  await act(async () => paint!.run())
  await waitFor(() => expect(calls.length).toBe(3))
  view.unmount()
  expect(offeredCommands()).toEqual([])
})

test('offers the command that opens the create dialog only to users who may create rows', async () => {
  const create = { title: literalText('New thing'), needs: ['create', 'Tag'], dialog: 'new' } as const
  const dialogs = { new: () => <p>What is it called?</p> }
  const creatorView = showList(thingList({ create, dialogs }), {}, undefined, {
    session: sessionWith(['create', 'Tag']),
  })
  await expectFirstRow('Thing 01')
  expect(offeredCommands()).toEqual(['Things, New thing'])
  await act(async () => collectPageCommands()[0]!.commands[0]!.run())
  expect(screen.getByText('What is it called?')).toBeTruthy()
  creatorView.unmount()
  showList(thingList({ create, dialogs }))
  await expectFirstRow('Thing 01')
  expect(offeredCommands()).toEqual([])
})
