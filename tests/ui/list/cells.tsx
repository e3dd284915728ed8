import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Row } from '../../../src/machines/list/paging.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { Column, PhoneItem } from '../../../src/ui/list/definition.ts'
import { createTranslateFor } from '../../support/translate.ts'

/** Renders content with links in a router. Resolves when the content is mounted. */
export async function showInRouter(children: ReactNode): Promise<HTMLElement> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <>{children}</> }),
    history: createMemoryHistory(),
  })
  await router.load()
  return render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      <RouterProvider router={router} />
    </AtelierContext>,
  ).container
}

export async function cellTextsOf<R extends Row>(
  columns: readonly Column<R>[],
  row: R,
): Promise<Record<string, string>> {
  const container = await showInRouter(
    columns.map(({ field, cell }) => (
      <div key={field} data-field={field}>
        {cell ? (cell as (value: unknown, row: R) => ReactNode)(row[field], row) : String(row[field] ?? '')}
      </div>
    )),
  )
  const cells = [...container.querySelectorAll<HTMLElement>('[data-field]')]
  return Object.fromEntries(cells.map(({ dataset, textContent }) => [dataset['field']!, textContent]))
}

/**
 * Renders a row as an item on a phone. Returns three texts: the name, the content next to the name (`aside`), and the second
 * line.
 */
export async function phoneTextsOf({ picture, name, aside, line }: PhoneItem): Promise<string[]> {
  const container = await showInRouter(
    [picture, name, aside, line].map((element, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: four parts in fixed order
      <div key={at} data-part>
        {element}
      </div>
    )),
  )
  return [...container.querySelectorAll('[data-part]')].slice(1).map(({ textContent }) => textContent)
}
