import styles from './Link.module.css'

/** Class of an underlined link inside text: `<Link className={linkClass}>` or `<a className={linkClass}>`. */
export const linkClass: string = styles.link!
