import styles from './Link.module.css'

/** The class of an underlined link inside words: `<Link className={linkClass}>` or `<a className={linkClass}>`. */
export const linkClass: string = styles.link!
