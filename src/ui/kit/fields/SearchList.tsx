import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox } from 'react-aria-components/ListBox'
import styles from '../Listing.module.css'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { type Choice, ListBoxOption } from './ListBoxOption.tsx'
import { SearchField } from './SearchField.tsx'

export interface SearchListProps {
  label: string
  /** Search results, or the choices shown before any text is typed. */
  items: readonly Choice[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  multiple?: boolean
  text: string
  onText: (text: string) => void
  isBusy: boolean
  /** Text of the empty list: no results, searching, or failed. */
  emptyText: string
  /** Label of the item that clears the filter. */
  clearText: string
  /** Label of the button that clears the field. */
  clearLabel: string
  autoFocus?: boolean
}

/** Search field with a list box of results. Arrow keys move through the list while the field keeps the focus. */
export function SearchList(props: SearchListProps) {
  const {
    label,
    items,
    value,
    onChange,
    multiple = false,
    text,
    onText,
    isBusy,
    emptyText,
    clearLabel,
    autoFocus,
  } = props
  // Selected choices that are not in the results stay selected.
  const hidden = value.filter((id) => !items.some((item) => item.id === id))
  const select = (ids: string[]) => onChange(multiple ? [...hidden, ...ids] : ids)
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <SearchField
        label={label}
        placeholder={label}
        clearLabel={clearLabel}
        hasList
        className={styles.search}
        autoFocus={autoFocus ?? false}
      />
      <ListBox
        aria-label={label}
        escapeKeyBehavior="none"
        items={items}
        selectionMode={multiple ? 'multiple' : 'single'}
        selectedKeys={value}
        onSelectionChange={(keys) => select(keys === 'all' ? items.map((item) => item.id) : selectedIn(keys, items))}
        renderEmptyState={() => <div className={styles.none}>{emptyText}</div>}
        className={styles.list!}
        data-busy={isBusy || undefined}
      >
        {(choice) => <ListBoxOption choice={choice} />}
      </ListBox>
      <VisuallyHidden live="polite">{items.length === 0 && !isBusy ? emptyText : ''}</VisuallyHidden>
    </Autocomplete>
  )
}

const selectedIn = (keys: Iterable<unknown>, items: readonly Choice[]): string[] =>
  Array.from(keys, String).filter((id) => items.some((item) => item.id === id))
