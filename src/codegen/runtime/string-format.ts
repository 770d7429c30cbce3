const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[tT](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|[+-](\d\d):(\d\d))$/;

/** Tests of the string formats that the schemas name; JSON Schema alone treats formats as comments. */
export const STRING_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uri: isUri,
  "date-time": isDateTime,
  regex: isRegex,
};

/** RFC 3986, section 3: a scheme, then only URI characters, with one fragment at most. */
function isUri(text: string): boolean {
  return URI.test(text) && text.indexOf("#") === text.lastIndexOf("#");
}

/** RFC 3339, section 5.6, with real days of real months; 23:59:60 is a leap second, and offsets end at 23:59. */
function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    match.slice(1).map((part) => Number(part ?? 0));
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  return isDate && hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59;
}

/** ECMA-262 with the u flag, as JSON Schema 2020-12 reads regular expressions. */
function isRegex(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
