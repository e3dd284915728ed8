import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox } from 'react-aria-components/ListBox'
import styles from './Listing.module.css'
import { type Choice, Option } from './Option.tsx'
import { SearchField } from './SearchField.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Props of {@link SearchList}. */
export interface SearchListProps {
  /** The filter's name. */
  label: string
  /** What was found, or (while nothing is typed) what there is. */
  items: readonly Choice[]
  /** The chosen ids. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  multiple?: boolean
  text: string
  onText: (text: string) => void
  /** A search is under way. */
  isBusy: boolean
  /** What stands there when nothing was found, while it is looked for, or when that failed. */
  emptyText: string
  /** The words of the line that unsets the filter. */
  clearText: string
  /** The name of the button that empties the field. */
  clearLabel: string
  autoFocus?: boolean
}

/** A field to type into and a list box of what was found; the arrows walk the list while the field keeps the focus. */
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
  // What was chosen and is not on offer now stays chosen.
  const hidden = value.filter((id) => !items.some((item) => item.id === id))
  const choose = (ids: string[]) => onChange(multiple ? [...hidden, ...ids] : ids)
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
        onSelectionChange={(keys) => choose(keys === 'all' ? items.map((item) => item.id) : shownOf(keys, items))}
        renderEmptyState={() => <div className={styles.none}>{emptyText}</div>}
        className={styles.list!}
        data-busy={isBusy || undefined}
      >
        {(choice) => <Option choice={choice} />}
      </ListBox>
      <VisuallyHidden live="polite">{items.length === 0 && !isBusy ? emptyText : ''}</VisuallyHidden>
    </Autocomplete>
  )
}

const shownOf = (keys: Iterable<unknown>, items: readonly Choice[]): string[] =>
  Array.from(keys, String).filter((id) => items.some((item) => item.id === id))
