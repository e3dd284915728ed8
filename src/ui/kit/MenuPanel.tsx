import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { CheckIcon } from '@phosphor-icons/react/Check'
import type { ReactElement, ReactNode } from 'react'
import { type ContextType, useState } from 'react'
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  Popover,
  RootMenuTriggerStateContext,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components/Menu'
import { classes } from './classes.ts'
import { given } from './given.ts'
import { Icon } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'
import styles from './Listing.module.css'
import type { DropdownButton, Opening } from './use-dropdown.ts'

/** One line of a menu. */
export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  onAction?: () => void
  /** Goes to an address instead of acting. */
  href?: string
  /** The keys that do the same, shown on the right. */
  keys?: readonly string[]
  /** Why it cannot be chosen now, shown on the right; makes the line disabled. */
  disabled?: string | undefined
  /** Destroys something. */
  danger?: boolean
  /** Shows a tick. */
  checked?: boolean
  /** Opens a submenu. */
  items?: readonly MenuGroup[]
}

/** Lines that belong together; groups are parted by a hairline. */
export interface MenuGroup {
  heading?: string
  /** Its lines are a choice, of which those that are checked are chosen: `one` of them, or `any`. */
  choice?: 'one' | 'any'
  items: readonly MenuAction[]
}

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The name for screen readers ("Actions for Tide Runner"). */
  label: string
  /** The lines; as a function they are made once the pointer or the focus was at the button. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[])
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  /** Hears opening and closing. */
  onOpenChange?: (open: boolean) => void
  /** The button that opens it. */
  children: (button: DropdownButton) => ReactElement
}

type Root = NonNullable<ContextType<typeof RootMenuTriggerStateContext>>

/** Props of {@link MenuPanel}. */
export interface MenuPanelProps extends Pick<MenuProps, 'label' | 'placement'>, Opening {
  groups: readonly MenuGroup[]
  /** Opened by the keyboard or a screen reader: the first line takes the focus. */
  byKey: boolean
}

/** The popover of a {@link Menu}. Loaded when first wanted. */
export function MenuPanel({
  label,
  groups,
  placement = 'bottom end',
  triggerRef,
  byKey,
  isOpen,
  onOpenChange,
}: MenuPanelProps) {
  const root = useRoot(isOpen, onOpenChange)
  return (
    <RootMenuTriggerStateContext value={root}>
      <Popover
        trigger="MenuTrigger"
        aria-label={label}
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={root.setOpen}
        placement={placement}
        offset={4}
        className={classes(styles.pop, styles.menu)}
      >
        <Groups label={label} groups={groups} autoFocus={byKey ? 'first' : true} onClose={root.close} />
      </Popover>
    </RootMenuTriggerStateContext>
  )
}

/** The state that submenus share with their root: which of them are open, outermost first. */
function useRoot(isOpen: boolean, onOpenChange: (open: boolean) => void): Root {
  const [stack, setStack] = useState<Root['expandedKeysStack']>([])
  const setOpen = (open: boolean) => {
    if (!open) setStack([])
    onOpenChange(open)
  }
  return {
    isOpen,
    setOpen,
    open: () => setOpen(true),
    toggle: () => setOpen(!isOpen),
    close: () => setOpen(false),
    focusStrategy: 'first',
    point: null,
    setPoint: () => {},
    expandedKeysStack: stack,
    openSubmenu: (key, level) => setStack((old) => (level > old.length ? old : [...old.slice(0, level), key])),
    closeSubmenu: (key, level) => setStack((old) => (old[level] === key ? old.slice(0, level) : old)),
  }
}

interface GroupsProps {
  label: string
  groups: readonly MenuGroup[]
  autoFocus?: boolean | 'first'
  onClose?: () => void
}

function Groups({ label, groups, ...rest }: GroupsProps) {
  return (
    <AriaMenu {...rest} aria-label={label} className={styles.list!}>
      {groups.flatMap((group, index) => {
        const key = group.heading ?? group.items[0]?.id ?? String(index)
        const lines = group.items.map((item) => <Line key={item.id} item={item} />)
        return [
          index > 0 && <Separator key={`before ${key}`} className={styles.separator!} />,
          group.heading || group.choice ? (
            <MenuSection key={key} {...(group.heading ? {} : { 'aria-label': label })} {...choiceOf(group)}>
              {group.heading && <Header className={styles.heading!}>{group.heading}</Header>}
              {lines}
            </MenuSection>
          ) : (
            lines
          ),
        ]
      })}
    </AriaMenu>
  )
}

/** What is chosen, as screen readers are told of it; a line that is chosen acts again when it is pressed. */
const choiceOf = ({ choice, items }: MenuGroup) =>
  choice && {
    selectionMode: choice === 'one' ? ('single' as const) : ('multiple' as const),
    selectedKeys: items.filter(({ checked }) => checked).map(({ id }) => id),
  }

function Line({ item }: { item: MenuAction }) {
  const line = (
    <MenuItem
      id={item.id}
      textValue={item.label}
      isDisabled={item.disabled !== undefined}
      shouldCloseOnSelect
      {...given({ onAction: item.onAction, href: item.href })}
      data-tone={item.danger && !item.disabled ? 'bad' : undefined}
      className={styles.item!}
    >
      {item.icon && <Icon>{item.icon}</Icon>}
      <span className={styles.text}>{item.label}</span>
      {item.disabled && <span className={styles.end}>{item.disabled}</span>}
      {item.keys && !item.disabled && (
        <span className={styles.end}>
          <Kbd keys={item.keys} />
        </span>
      )}
      {item.checked && (
        <Icon className={styles.tick}>
          <CheckIcon />
        </Icon>
      )}
      {item.items && (
        <span className={styles.end}>
          <Icon size="sm">
            <CaretRightIcon />
          </Icon>
        </span>
      )}
    </MenuItem>
  )
  if (!item.items || item.disabled !== undefined) return line
  return (
    <SubmenuTrigger>
      {line}
      <Popover aria-label={item.label} offset={2} crossOffset={-4} className={classes(styles.pop, styles.menu)}>
        <Groups label={item.label} groups={item.items} />
      </Popover>
    </SubmenuTrigger>
  )
}
