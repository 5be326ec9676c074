"""Makes inherited.txt: the instance methods, by name and parameters, that a class of the program inherits from a class of the JDK which is not rewritten.

    python3 agent/src/policy/inherited.py JAVAP...    (one javap of each JDK that is supported)
"""
import os
import re
import subprocess
import sys

CLASSES = """java.io.InputStream java.io.OutputStream java.io.ByteArrayInputStream java.io.ByteArrayOutputStream java.io.FilterInputStream java.io.FilterOutputStream java.io.BufferedInputStream
java.io.BufferedOutputStream java.io.DataInputStream java.io.DataOutputStream java.io.PushbackInputStream java.io.SequenceInputStream java.io.PrintStream java.io.ObjectInputStream java.io.ObjectOutputStream
java.io.FileInputStream java.io.FileOutputStream java.io.PipedInputStream java.io.PipedOutputStream java.io.LineNumberInputStream java.io.StreamTokenizer
java.io.Reader java.io.BufferedReader java.io.LineNumberReader java.io.StringReader java.io.CharArrayReader java.io.FilterReader java.io.PushbackReader java.io.InputStreamReader java.io.FileReader java.io.PipedReader
java.io.BufferedWriter java.io.CharArrayWriter java.io.FilterWriter java.io.OutputStreamWriter java.io.FileWriter java.io.PipedWriter java.io.RandomAccessFile
java.util.Date java.util.Calendar java.util.GregorianCalendar java.util.SimpleTimeZone java.util.TimeZone java.util.Properties java.util.Random java.util.SplittableRandom java.util.ResourceBundle java.util.ListResourceBundle java.util.Scanner
java.text.Format java.text.DateFormat java.text.SimpleDateFormat java.text.NumberFormat java.text.DecimalFormat java.text.MessageFormat java.text.ChoiceFormat
java.net.Socket java.net.ServerSocket java.net.DatagramSocket java.net.URLConnection java.security.MessageDigest java.security.Signature java.util.zip.CRC32 java.util.zip.Deflater java.util.zip.Inflater java.util.zip.DeflaterOutputStream
java.util.zip.GZIPOutputStream java.util.zip.InflaterInputStream java.util.zip.GZIPInputStream java.util.zip.ZipOutputStream java.util.zip.CheckedInputStream java.util.zip.CheckedOutputStream
java.beans.PropertyChangeSupport java.util.logging.Handler java.util.logging.StreamHandler java.util.logging.Formatter""".split()
OF_OBJECT = {"equals(Ljava/lang/Object;)", "hashCode()", "toString()", "clone()", "finalize()"}

found = set()
for javap in sys.argv[1:]:
    printed = subprocess.run([javap, "-s", "-protected"] + CLASSES, capture_output=True, text=True, check=True).stdout
    lines = printed.split("\n")
    for line, following in zip(lines, lines[1:]):
        declared = re.search(r"(\S+)\(.*\)", line)
        if declared and "descriptor: " in following and " static " not in line and "." not in declared.group(1):
            # An override may return something else: the parameters decide.
            found.add(declared.group(1) + following.split("descriptor: ")[1].split(")")[0] + ")")
with open(os.path.join(os.path.dirname(__file__), "inherited.txt"), "w") as table:
    table.write("".join(method + "\n" for method in sorted(found - OF_OBJECT)))
