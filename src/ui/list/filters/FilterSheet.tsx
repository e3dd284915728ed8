import { InfoIcon } from '@phosphor-icons/react/Info'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { filtersMachine } from '../../../machines/filters/filters.machine.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Sheet } from '../../kit/overlays/Sheet.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { FilterDefinition } from '../definition.ts'
import { FilterField } from './FilterField.tsx'
import styles from './FilterSheet.module.css'
import { canClearFilters } from './filter-values.ts'

export interface FilterSheetProps {
  overlay: ActorRefFrom<typeof filtersMachine>
  filters: readonly FilterDefinition[]
}

/** Full-screen sheet with every filter. The list changes only when the user applies the edits. */
export function FilterSheet({ overlay, filters }: FilterSheetProps) {
  const translate = useTranslate(listMessages)
  const draft = useSelector(overlay, ({ context }) => context.draft)
  const cancel = () => overlay.send({ type: 'overlay.cancelled' })
  return (
    <Sheet
      isOpen
      size="full"
      title={translate('list.allFilters')}
      closeLabel={translate('action.close')}
      onClose={cancel}
      titleEnd={
        canClearFilters(filters, draft) && (
          <Button variant="ghost" onClick={() => overlay.send({ type: 'filters.cleared' })}>
            {translate('list.clearAll')}
          </Button>
        )
      }
      footer={
        <div className={styles.foot}>
          <p className={styles.note}>
            <Icon size="sm">
              <InfoIcon />
            </Icon>
            {translate('list.notUntilApplied')}
          </p>
          <Button size="lg" onClick={cancel}>
            {translate('list.cancel')}
          </Button>
          <Button size="lg" variant="ink" onClick={() => overlay.send({ type: 'filters.applied' })}>
            {translate('list.apply')}
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        {filters.map((definition) => (
          <FilterField
            key={definition.field}
            filter={definition}
            value={draft[definition.field]}
            onChange={(value) => overlay.send({ type: 'filter.changed', field: definition.field, value })}
          />
        ))}
      </div>
    </Sheet>
  )
}
