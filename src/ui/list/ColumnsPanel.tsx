import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Dialog, Popover } from 'react-aria-components/Popover'
import {
  arrangedFields,
  COLUMN_STEP,
  DENSITIES,
  isPlain,
  type Layout,
  PLAIN_LAYOUT,
  withMoved,
  withToggled,
  withWidth,
} from '../../machines/rules/layout.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import listing from '../kit/Listing.module.css'
import { Segmented } from '../kit/Segmented.tsx'
import { Tick } from '../kit/Tick.tsx'
import type { Opening } from '../kit/use-dropdown.ts'
import styles from './ColumnsPanel.module.css'

/** A column as the panel names it. */
interface PanelColumn {
  field: string
  headerName: string
  width?: number
}

/** Props of {@link ColumnsPanel}. */
export interface ColumnsPanelProps extends Opening {
  /** All columns, as the list has them; the first names the row and stays. */
  columns: readonly PanelColumn[]
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** What a column without a width of its own is taken to have when it is first made wider or narrower, in pixels. */
const UNSET_WIDTH = 240

/** Which columns a list shows, in which order and how wide, and how high its rows are. Loaded when first wanted. */
export function ColumnsPanel({ columns, layout, onLayout, triggerRef, isOpen, onOpenChange }: ColumnsPanelProps) {
  const { translate } = useAtelier()
  const byField = new Map(columns.map((column) => [column.field, column]))
  const fields = arrangedFields([...byField.keys()], layout.order)
  const first = columns[0]?.field
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
            const wide = layout.widths[field] ?? width
            return (
              <li key={field}>
                <Tick
                  label={translate('list.showColumn', { name })}
                  isTicked={field === first || !layout.hidden.includes(field)}
                  isDisabled={field === first}
                  onPress={() => onLayout(withToggled(layout, field))}
                />
                <span className={styles.name}>{name}</span>
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.narrower', { name })}
                  icon={<MinusIcon />}
                  onClick={() => onLayout(withWidth(layout, field, wide - COLUMN_STEP))}
                />
                <span className={styles.width}>{wide} px</span>
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.wider', { name })}
                  icon={<PlusIcon />}
                  onClick={() => onLayout(withWidth(layout, field, wide + COLUMN_STEP))}
                />
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.columnUp', { name })}
                  icon={<ArrowUpIcon />}
                  disabled={at === 0}
                  onClick={() => onLayout(withMoved(layout, fields, field, -1))}
                />
                <IconButton
                  size="sm"
                  tip={false}
                  label={translate('list.columnDown', { name })}
                  icon={<ArrowDownIcon />}
                  disabled={at === fields.length - 1}
                  onClick={() => onLayout(withMoved(layout, fields, field, 1))}
                />
              </li>
            )
          })}
        </ul>
        <div className={styles.foot}>
          <Segmented
            size="sm"
            label={translate('list.density')}
            items={DENSITIES.map((id) => ({ id, label: translate(`list.density.${id}`) }))}
            value={layout.density}
            onChange={(density) => onLayout({ ...layout, density })}
          />
          <Button variant="ghost" disabled={isPlain(layout)} onClick={() => onLayout(PLAIN_LAYOUT)}>
            {translate('list.plainColumns')}
          </Button>
        </div>
      </Dialog>
    </Popover>
  )
}
