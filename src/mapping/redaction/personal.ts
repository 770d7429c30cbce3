export const PERSONAL = "[REDACTED:pii]";

/** Replaces home directories by `~`: those of the usual systems, and the one that is given. */
export function redactHomes(text: string, home: string | undefined): string {
  const shown = home === undefined || home.length < 2 ? text : replacePath(text, home);
  return shown.replace(UNIX_HOME, "~").replace(WINDOWS_HOME, "~");
}

/** Replaces addresses and telephone numbers. */
export function redactPersonal(text: string): string {
  const shown = text.includes("@") ? text.replace(EMAIL, PERSONAL) : text;
  return shown.replace(PHONE, (run) => (run.replace(/\D/g, "").length >= FEWEST_DIGITS ? PERSONAL : run));
}

const UNIX_HOME = /(?<![A-Za-z0-9_.-])\/(?:home|Users)\/[^\s/\\:"'`<>|,;()]+/g;
const WINDOWS_HOME = /(?<![A-Za-z0-9])[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}[^\s/\\:"'`<>|,;()]+/gi;

/** A top-level domain is made of letters, so that `lodash@4.17.21` is none. */
const EMAIL = /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g;

/** `+` and a number in groups, an area code in brackets, or three, three and four digits: no date, version or address. */
const PHONE =
  /(?<![\w.+-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){1,5}|\(\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,4}|(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4})(?![\w-]|\.\d)/g;
const FEWEST_DIGITS = 8;

/** Replaces a path where it stands alone or has something below it. */
function replacePath(text: string, path: string): string {
  const trimmed = path.replace(/[\\/]$/, "");
  const literal = trimmed.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replace(new RegExp(`${literal}(?![A-Za-z0-9._-])`, "g"), "~");
}
