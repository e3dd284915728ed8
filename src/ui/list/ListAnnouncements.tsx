import type { ListQuery } from '../../api/contract/list.ts'
import type { Paging } from '../../machines/list/paging.ts'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import { useListTranslate } from './use-list-translate.ts'

export interface ListAnnouncementsProps {
  isBusy: boolean
  hasFailed: boolean
  total: number
  totalPages: number
  paging: Paging
  query: ListQuery
  selectedCount: number
}

/** Announces the state of a list and the number of selected rows to screen readers. */
export function ListAnnouncements({ isBusy, hasFailed, selectedCount, ...results }: ListAnnouncementsProps) {
  const translate = useListTranslate()
  return (
    <>
      <VisuallyHidden live="polite">
        {isBusy ? translate('list.loading') : hasFailed ? '' : resultsAnnouncement(translate, results)}
      </VisuallyHidden>
      <VisuallyHidden>
        <span aria-live="polite">{selectedCount > 0 ? translate('list.selected', { n: selectedCount }) : ''}</span>
      </VisuallyHidden>
    </>
  )
}

/** Returns the screen-reader announcement after loading: page number and total number of rows. */
function resultsAnnouncement(
  translate: Translate<MessageKey<'common' | 'list'>>,
  { total, totalPages, paging, query }: { total: number; totalPages: number; paging: Paging; query: ListQuery },
): string {
  const foundText = translate('list.found', { n: total })
  if (paging === 'infinite' || totalPages < 2) return foundText
  return `${translate('list.pageOf', { page: query.page, total: totalPages })} ${foundText}`
}
