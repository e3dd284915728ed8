import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Dialog, Popover } from 'react-aria-components/Popover'
import {
  COLUMN_RESIZE_STEP_PX,
  DEFAULT_LAYOUT,
  DENSITIES,
  isDefaultLayout,
  type ListLayout,
  orderFields,
  withColumnMoved,
  withColumnToggled,
  withColumnWidth,
  withGrid,
} from '../../../machines/views/layout.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/fields/Checkbox.tsx'
import { SegmentedControl } from '../../kit/fields/SegmentedControl.tsx'
import { IconButton } from '../../kit/IconButton.tsx'
import listing from '../../kit/Listing.module.css'
import type { DropdownState } from '../../kit/overlays/use-dropdown.ts'
import type { MessageKey } from '../../message-key.ts'
import { useListTranslate } from '../use-list-translate.ts'
import styles from './ColumnsPanel.module.css'

interface PanelColumn {
  field: string
  headerName: MessageKey
  width?: number
}

export interface ColumnsPanelProps extends DropdownState {
  /** All columns in list order. The first column names the row and cannot be hidden. */
  columns: readonly PanelColumn[]
  layout: ListLayout
  onLayout: (layout: ListLayout) => void
}

/** Initial width, in pixels, when the user first resizes a column without a width. */
const UNSET_WIDTH = 240

/** Popover for the visibility, order and width of columns, and for the row height. */
export function ColumnsPanel({ columns, layout, onLayout, triggerRef, isOpen, onOpenChange }: ColumnsPanelProps) {
  const translate = useListTranslate()
  const byField = new Map(columns.map((column) => [column.field, column]))
  const fields = orderFields([...byField.keys()], layout.order)
  const firstField = columns[0]?.field
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
      offset={4}
      className={listing.pop!}
    >
      <Dialog aria-label={translate('list.columns')} className={styles.panel!}>
        <ul className={styles.columns}>
          {fields.map((field, at) => {
            const { headerName, width = UNSET_WIDTH } = byField.get(field)!
            const name = translate(headerName)
            const columnWidth = layout.widths[field] ?? width
            return (
              <li key={field}>
                <Checkbox
                  label={translate('list.showColumn', { name })}
                  isChecked={field === firstField || !layout.hidden.includes(field)}
                  isDisabled={field === firstField}
                  onPress={() => onLayout(withColumnToggled(layout, field))}
                />
                <span className={styles.name}>{name}</span>
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.narrower', { name })}
                  icon={<MinusIcon />}
                  onClick={() => onLayout(withColumnWidth(layout, field, columnWidth - COLUMN_RESIZE_STEP_PX))}
                />
                <span className={styles.width}>{columnWidth} px</span>
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.wider', { name })}
                  icon={<PlusIcon />}
                  onClick={() => onLayout(withColumnWidth(layout, field, columnWidth + COLUMN_RESIZE_STEP_PX))}
                />
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.columnUp', { name })}
                  icon={<ArrowUpIcon />}
                  disabled={at === 0}
                  onClick={() => onLayout(withColumnMoved(layout, fields, field, -1))}
                />
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.columnDown', { name })}
                  icon={<ArrowDownIcon />}
                  disabled={at === fields.length - 1}
                  onClick={() => onLayout(withColumnMoved(layout, fields, field, 1))}
                />
              </li>
            )
          })}
        </ul>
        <div className={styles.foot}>
          <SegmentedControl
            size="sm"
            label={translate('list.density')}
            items={DENSITIES.map((id) => ({ id, label: translate(`list.density.${id}`) }))}
            value={layout.density}
            onChange={(density) => onLayout({ ...layout, density })}
          />
          <Button
            variant="ghost"
            disabled={isDefaultLayout(layout)}
            onClick={() => onLayout(withGrid(DEFAULT_LAYOUT, layout.view === 'grid'))}
          >
            {translate('list.plainColumns')}
          </Button>
        </div>
      </Dialog>
    </Popover>
  )
}
