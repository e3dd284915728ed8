// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Choice } from '../../../src/ui/kit/fields/ListBoxOption.tsx'
import { NewAssetBodyField } from '../../../src/ui/new-asset/NewAssetBodyField.tsx'
import { TagAndApplicationFields } from '../../../src/ui/new-asset/TagAndApplicationFields.tsx'
import type { LoadChoices } from '../../../src/ui/new-asset/use-choices.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const TAGS: Choice[] = [{ id: 't1', label: 'Winter' }]

const loadNothing = async () => ({ items: [], hasMore: false })
const loadTags = async () => ({ items: TAGS, hasMore: false })

type MakeTag = (name: string) => Promise<Choice>

function Page({ makeTag, load }: { makeTag: MakeTag | undefined; load: LoadChoices }) {
  const [tags, setTags] = useState<string[]>([])
  const bind = (name: string) => ({
    value: name === 'tags' ? tags : [],
    error: undefined,
    onChange: (ids: unknown) => name === 'tags' && setTags(ids as string[]),
    onBlur: () => {},
  })
  return (
    <>
      <TagAndApplicationFields
        form={{ bind }}
        choices={{ bodies: loadNothing, tags: load, applications: loadNothing, makeTag }}
      />
      <output>{tags.join(' ')}</output>
    </>
  )
}

async function show(makeTag?: MakeTag, load: LoadChoices = loadTags) {
  await act(async () =>
    render(
      <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
        <Page makeTag={makeTag} load={load} />
      </AtelierContext>,
    ),
  )
}

const field = () => screen.getByRole('combobox', { name: 'Tags' })
async function type(text: string) {
  act(() => field().focus())
  await act(async () => fireEvent.change(field(), { target: { value: text } }))
}
const optionTexts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('option', { name })))

test('creates a missing tag from the typed text, and keeps tags that the user selects during the request', async () => {
  let resolveTag = (_: Choice) => {}
  const createdNames: string[] = []
  await show((name) => {
    createdNames.push(name)
    return new Promise((resolve) => {
      resolveTag = resolve
    })
  })
  await type('Harbour ')
  await press('Create “Harbour ”')
  await type('win')
  await press('Winter')
  await act(async () => resolveTag({ id: 't2', label: 'Harbour' }))
  await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('t1 t2'))
  expect(screen.getByRole('button', { name: 'Remove Harbour', hidden: true })).toBeTruthy()
  expect(createdNames).toEqual(['Harbour'])
})

test('shows a failed tag creation at the field, and creates the tag on the next click', async () => {
  let isReachable = false
  await show(async (label) => {
    if (isReachable) return { id: 't2', label }
    throw new ApiError('FETCH_ERROR', 'tags')
  })
  await type('Harbour')
  await press('Create “Harbour”')
  expect(await screen.findByText(/can’t reach the service/)).toBeTruthy()
  isReachable = true
  await type('Harbour')
  await press('Create “Harbour”')
  await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('t2'))
  expect(screen.queryByText(/can’t reach the service/)).toBeNull()
})

test.each(['Winter', ' wínter'])('offers no creation for the existing tag %s', async (text) => {
  await show(() => new Promise(() => {}))
  await type(text)
  expect(optionTexts()).not.toContain(`Create “${text}”`)
})

test('offers no tag creation without permission', async () => {
  await show()
  await type('Harbour')
  expect(optionTexts()).not.toContain('Create “Harbour”')
})

test('shows a failed load of tags as an error, and loads the tags again on the next keystroke', async () => {
  let isReachable = false
  await show(undefined, async () => {
    if (isReachable) return loadTags()
    throw new ApiError('FETCH_ERROR', 'tags')
  })
  await type('w')
  expect(screen.getByRole('listbox').textContent).toBe('The options didn’t load. Type again to retry.')
  isReachable = true
  await type('wi')
  expect(optionTexts()).toEqual(['Winter'])
})

test('shows a failed load of bodies at the field, and loads the bodies on Retry', async () => {
  let isReachable = false
  const load = async () => {
    if (isReachable) return { items: [{ id: 'oak', label: 'Oak Body' }], hasMore: false }
    throw new ApiError('FETCH_ERROR', 'assets')
  }
  const bind = () => ({ value: undefined, error: undefined, onChange: () => {}, onBlur: () => {} })
  await act(async () =>
    render(
      <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
        <NewAssetBodyField form={{ bind }} load={load} />
      </AtelierContext>,
    ),
  )
  expect(screen.getByText('The bodies didn’t load. Without one, the asset won’t belong to a body.')).toBeTruthy()
  isReachable = true
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(screen.getByText(/^The body this was modelled on,/)).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /Body/ })))
  expect(optionTexts()).toEqual(['No body', 'Oak Body'])
})
