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
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { Kbd } from '../Kbd.tsx'
import styles from '../Listing.module.css'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import type { DropdownButtonProps, DropdownState } from './use-dropdown.ts'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  onAction?: () => void
  /** URL to open, instead of an action. */
  href?: string
  /** Keyboard shortcut, shown on the right. */
  keys?: readonly string[]
  /** Reason why the item is disabled, shown on the right. Any text disables the item, even an empty one. */
  disabled?: string | undefined
  danger?: boolean
  checked?: boolean
  items?: readonly MenuGroup[]
}

/** Group of menu items; a line separates groups. */
export interface MenuGroup {
  heading?: string
  /** Makes the items single choice (`one`) or multiple choice (`any`). Checked items are selected. */
  choice?: 'one' | 'any'
  items: readonly MenuAction[]
}

export interface MenuProps {
  /** Accessible name ("Actions for Tide Runner"). */
  label: string
  /** Groups of items. A function is called only after the button was hovered or focused. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[])
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  onOpenChange?: (open: boolean) => void
  children: (button: DropdownButtonProps) => ReactElement
}

type RootMenuState = NonNullable<ContextType<typeof RootMenuTriggerStateContext>>

export interface MenuPanelProps extends Pick<MenuProps, 'label' | 'placement'>, DropdownState {
  groups: readonly MenuGroup[]
  /** Whether the menu was opened by keyboard or screen reader. Then the first item gets the focus. */
  isOpenedByKey: boolean
}

export function MenuPanel({
  label,
  groups,
  placement = 'bottom end',
  triggerRef,
  isOpenedByKey,
  isOpen,
  onOpenChange,
}: MenuPanelProps) {
  const root = useRootMenuState(isOpen, onOpenChange)
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
        className={joinClassNames(styles.pop, styles.menu)}
      >
        <MenuGroups label={label} groups={groups} autoFocus={isOpenedByKey ? 'first' : true} onClose={root.close} />
      </Popover>
    </RootMenuTriggerStateContext>
  )
}

/** State shared with submenus. Holds the keys of the open submenus, outermost first. */
function useRootMenuState(isOpen: boolean, onOpenChange: (open: boolean) => void): RootMenuState {
  const [openKeys, setOpenKeys] = useState<RootMenuState['expandedKeysStack']>([])
  const setOpen = (open: boolean) => {
    if (!open) setOpenKeys([])
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
    expandedKeysStack: openKeys,
    openSubmenu: (key, level) =>
      setOpenKeys((current) => (level > current.length ? current : [...current.slice(0, level), key])),
    closeSubmenu: (key, level) =>
      setOpenKeys((current) => (current[level] === key ? current.slice(0, level) : current)),
  }
}

interface MenuGroupsProps {
  label: string
  groups: readonly MenuGroup[]
  autoFocus?: boolean | 'first'
  onClose?: () => void
}

function MenuGroups({ label, groups, ...rest }: MenuGroupsProps) {
  return (
    <AriaMenu {...rest} aria-label={label} className={styles.list!}>
      {groups.flatMap((group, index) => {
        const key = group.heading ?? group.items[0]?.id ?? String(index)
        const lines = group.items.map((item) => <MenuLine key={item.id} item={item} />)
        return [
          index > 0 && <Separator key={`before ${key}`} className={styles.separator!} />,
          group.heading || group.choice ? (
            <MenuSection key={key} {...(group.heading ? {} : { 'aria-label': label })} {...selectionPropsOf(group)}>
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

/** Returns the selection state for screen readers. A press on a selected item runs its action again. */
const selectionPropsOf = ({ choice, items }: MenuGroup) =>
  choice && {
    selectionMode: choice === 'one' ? ('single' as const) : ('multiple' as const),
    selectedKeys: items.filter(({ checked }) => checked).map(({ id }) => id),
  }

function MenuLine({ item }: { item: MenuAction }) {
  const line = (
    <MenuItem
      id={item.id}
      textValue={item.label}
      isDisabled={item.disabled !== undefined}
      shouldCloseOnSelect
      {...omitUndefinedProps({ onAction: item.onAction, href: item.href })}
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
      <Popover aria-label={item.label} offset={2} crossOffset={-4} className={joinClassNames(styles.pop, styles.menu)}>
        <MenuGroups label={item.label} groups={item.items} />
      </Popover>
    </SubmenuTrigger>
  )
}
